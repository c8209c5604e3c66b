import Bytes
import Foundation
package import JSONText

/// A `pushrecorder` that listens on free ports of the loopback interface.
package final class StartedRecorder: Sendable {
    /// What the ready file says.
    package let ready: JSONText
    /// The port that takes pushes.
    package let port: Int
    /// The address of its read API as `host:port`; empty when there is none.
    package let api: String
    /// The path of its log.
    package let log: String
    /// The program.
    package let program: RunningProgram

    /// Why a recorder did not start.
    package struct Failure: Error, CustomStringConvertible {
        /// How the program ended.
        package let result: RunningProgram.Result

        /// What it said.
        package var description: String { "pushrecorder ended with \(result.status): \(result.errorText)" }
    }

    /// Starts a recorder and returns once it can be connected to.
    ///
    /// - Parameters:
    ///   - folder: where its log `captures.ndjson` and its ready file are.
    ///   - arguments: added to the command line.
    ///   - launcher: a command that is put in front, such as one that lowers a limit.
    package init(in folder: TemporaryFolder, _ arguments: [String] = [], launcher: [String] = []) async throws {
        log = folder.file("captures.ndjson")
        let command =
            launcher + [Places.program("pushrecorder"), "--log", log, "--ingress", "127.0.0.1:0"]
            + ["--api", "127.0.0.1:0", "--ready-file", folder.file("ready.json")] + arguments
        program = try RunningProgram(command[0], Array(command.dropFirst()))
        let isReady = await program.output { $0.contains(UInt8(ascii: "\n")) } != nil
        guard isReady else { throw Failure(result: await program.result()) }
        ready = try JSONText(parsing: folder.read("ready.json"))
        let address = ready.root.last("ingress")?.text?.bytes ?? []
        guard let colon = address.lastIndex(of: UInt8(ascii: ":")), let port = ASCII.integer(address[(colon + 1)...])
        else { throw Failure(result: await program.result()) }
        self.port = Int(port)
        api = ready.root.last("api")?.text?.description ?? ""
    }

    /// Stops it as a user would and waits for its end.
    @discardableResult
    package func stop() async -> RunningProgram.Result {
        program.signal(SIGTERM)
        return await program.result()
    }

    /// Kills it without warning and waits for its end.
    @discardableResult
    package func kill() async -> RunningProgram.Result {
        program.signal(SIGKILL)
        return await program.result()
    }

    deinit {
        program.signal(SIGKILL)
    }
}
