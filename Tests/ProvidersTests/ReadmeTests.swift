import Foundation
import Testing

/// What the README says of findings, held against the sources that make them.
@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Codes that are put together from parts, so that no source file holds them whole.
    private static let composed: Set<String> = ["apns-token-kid", "apns-token-iss"]

    private func codesOfTheReadme() throws -> Set<String> {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let table = text.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
        return Set(
            table.matches(
                of:
                    /`((?:apns|fcm|mongoosepush)-[a-z0-9-]+|validate-only|web-push-not-handled|scripted-answer|other-host)`/
            ).map { String($0.1) })
    }

    private func codesOfTheSources() throws -> Set<String> {
        let folder = Self.root.appending(path: "Sources/Providers")
        var codes = Self.composed
        let paths = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in paths where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\.(?:error|warning|note)\(\s*"([a-z0-9-]+)"/) {
                codes.insert(String(match.1))
            }
            for match in text.matches(of: /case .*: "(mongoosepush-[a-z-]+)"/) { codes.insert(String(match.1)) }
            for match in text.matches(of: /code: "([a-z0-9-]+)"|\? "((?:apns|fcm)-[a-z-]+)" : "((?:apns|fcm)-[a-z-]+)"/)
            {
                for code in [match.1, match.2, match.3].compactMap({ $0 }) { codes.insert(String(code)) }
            }
        }
        return codes
    }

    @Test func `the README lists the codes of all findings, and no other`() throws {
        let readme = try codesOfTheReadme()
        let sources = try codesOfTheSources()
        #expect(sources.count > 50)
        #expect(sources.subtracting(readme).sorted() == [])
        #expect(readme.subtracting(sources).sorted() == [])
    }
}
