import Bytes
import Glibc

/// The files of a report that is split: an index, and beside it pages of so many pushes each, named after it.
///
/// Shape: beside `index.html` stand `index-1.html`, `index-2.html` and so on.
package struct SplitPages: Sendable {
    /// The path of the index.
    private let index: String
    /// How many pushes there are.
    private let pushes: Int
    /// How many of them a page has.
    private let length: Int

    /// - Parameter length: at least 1.
    package init(index: String, pushes: Int, length: Int) {
        self.index = index
        self.pushes = pushes
        self.length = max(1, length)
    }

    /// How many pages there are.
    package var count: Int { (pushes + length - 1) / length }

    /// The path of a page, from 0.
    package func path(of page: Int) -> String { "\(folder)\(stem)-\(page + 1).html" }

    /// The page of a push.
    func page(of position: Int) -> Int { position / length }

    /// The pushes of a page.
    func pushes(on page: Int) -> Range<Int> { page * length..<min((page + 1) * length, pushes) }

    /// The address of a page from another one.
    func link(to page: Int) -> [UInt8] { PercentEncoding.encoded(Array("\(stem)-\(page + 1).html".utf8), .lowerCase) }

    /// The address of the index from a page.
    var indexLink: [UInt8] { PercentEncoding.encoded(Array(index.utf8.dropFirst(folder.utf8.count)), .lowerCase) }

    /// Looks at what stands where the pages go.
    ///
    /// - Throws: ``ReportError/pageNotOurs(path:)`` for a file that is no page of a report, ``ReportError/cannotRead(path:errno:)``.
    func prepare() throws(ReportError) {
        for page in 0..<count where try !SplitPages.isFree(path(of: page)) { throw .pageNotOurs(path: path(of: page)) }
    }

    /// Removes the pages that an earlier report had more.
    ///
    /// - Returns: their paths.
    func removeRest() throws(ReportError) -> [String] {
        var removed: [String] = []
        while true {
            let path = path(of: count + removed.count)
            guard unsafe access(path, F_OK) == 0, try SplitPages.isFree(path) else { return removed }
            guard unsafe unlink(path) == 0 else { throw .cannotWrite(path: path, errno: errno) }
            removed.append(path)
        }
    }

    /// True when nothing is at the path, or a page of a report.
    private static func isFree(_ path: String) throws(ReportError) -> Bool {
        guard let start = try InputFile.start(path: path, length: 4096) else { return true }
        return start[...].firstRange(of: #"<meta name="generator" content="pushreport">"#) != nil
    }

    /// The folder of the index with the slash at its end; empty for the working folder.
    private var folder: String {
        guard let slash = index.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(index[...slash])
    }

    /// The name of the index without its ending.
    private var stem: String {
        let name = index.utf8.dropFirst(folder.utf8.count)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return String(decoding: name, as: UTF8.self)
        }
        return String(decoding: name[..<dot], as: UTF8.self)
    }
}
