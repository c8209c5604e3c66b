package import Bytes
import Foundation
import JSONText

/// A headless Chromium that opens one file and tells what happened.
package enum Browser {
    /// What happened while a page was open.
    package struct Visit: Sendable {
        /// The document as it is after loading, serialised by the browser.
        package let document: [UInt8]
        /// The URLs that it asked for over a network; other files are not in the browser's log.
        package let requests: [Text]
        /// What the page, or the browser on its behalf, wrote to the console.
        package let console: [Text]
    }

    /// Why a page could not be opened.
    package struct Failure: Error, CustomStringConvertible {
        /// What was wrong, with what the browser said.
        package let description: String
    }

    /// Opens a file.
    ///
    /// - Parameter path: an absolute path that needs no escaping in a URL.
    package static func open(_ path: String) async throws -> Visit {
        let folder = try TemporaryFolder()
        let result = try await RunningProgram.run(
            "chromium",
            quiet + [
                "--user-data-dir=\(folder.file("profile"))", "--log-net-log=\(folder.file("net.json"))",
                "--enable-logging=stderr", "--timeout=120000", "--dump-dom", "file://\(path)",
            ],
            environment: ["HOME": folder.path]
        )
        guard result.status == 0, !result.output.isEmpty else {
            throw Failure(description: "chromium ended with \(result.status): \(result.errorText)")
        }
        return Visit(
            document: result.output,
            requests: try requests(in: folder.read("net.json")),
            console: consoleMessages(in: result.errors)
        )
    }

    /// Switches that keep the browser from having business of its own.
    private static let quiet = [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--disable-extensions", "--disable-default-apps", "--no-pings",
        "--disable-features=OptimizationHints,MediaRouter,Translate",
    ]

    /// The URLs of the requests in a network log that a page began; those of the browser itself have no origin.
    private static func requests(in log: [UInt8]) throws -> [Text] {
        let events = try JSONText(parsing: log).root.last("events")
        let urls = events?.elements.compactMap { event -> Text? in
            guard let parameters = event.last("params"), let initiator = parameters.last("initiator")?.text,
                initiator != "not an origin"
            else { return nil }
            return parameters.last("url")?.text
        }
        return Array(Set(urls ?? [])).sorted()
    }

    /// The lines that Chromium marks with `CONSOLE`.
    private static func consoleMessages(in errors: [UInt8]) -> [Text] {
        errors.split(separator: UInt8(ascii: "\n")).map { Text(repairing: $0) }
            .filter { $0.description.contains(":CONSOLE") }
    }
}
