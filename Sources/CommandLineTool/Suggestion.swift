import Bytes

extension [String] {
    /// The one that a mistyped word may have meant; nil when none is near.
    func nearest(to word: String) -> String? {
        map { Text($0) }.near(Text(word).bytes[...]).first?.description
    }
}
