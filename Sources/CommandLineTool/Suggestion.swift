import Bytes

extension [String] {
    /// The one that a mistyped word may have meant: the only one that it begins, else the nearest; nil when none is near.
    func nearest(to word: String) -> String? {
        let continuations = filter { word.utf8.count > 1 && $0.utf8.starts(with: word.utf8) }
        if continuations.count == 1 { return continuations.first }
        return map { Text($0) }.near(Text(word).bytes[...]).first?.description
    }
}
