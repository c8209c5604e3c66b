import Foundation
import Synchronization

/// A program that runs, with both its outputs read while it does, so that a full pipe never stops it.
package final class RunningProgram: Sendable {
    /// How it ended and what it said.
    package struct Result: Sendable {
        /// The exit status; of a program that died by a signal the number of the signal, negative.
        package let status: Int32
        /// All of standard output.
        package let output: [UInt8]
        /// All of standard error.
        package let errors: [UInt8]

        /// ``output`` as text.
        package var outputText: String { String(decoding: output, as: UTF8.self) }
        /// ``errors`` as text.
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var status: Int32?
        /// How many of the three ends are still to come: both pipes and the process.
        var open = 3
        var waiting: [(isMet: @Sendable (Result?, [UInt8]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
            []

        var result: Result? {
            guard open == 0, let status else { return nil }
            return Result(status: status, output: output, errors: errors)
        }
    }

    private let child: ChildProcess
    private let state = Mutex(State())

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked up in `PATH`.
    ///   - environment: added to that of the tests.
    ///   - input: what it reads from standard input.
    ///   - timeLimit: it is killed after so many seconds, so that a test that hangs leaves nothing behind.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: [UInt8] = [],
        folder: String? = nil,
        timeLimit: Double = 900
    ) throws {
        child = try ChildProcess(
            program, arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            folder: folder
        )
        read(child.output, into: \.output)
        read(child.errors, into: \.errors)
        Thread.detachNewThread { [child] in child.write(input) }
        Thread.detachNewThread { [self] in
            let status = child.wait()
            change {
                $0.status = status
                $0.open -= 1
            }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit) { [weak self] in self?.signal(SIGKILL) }
    }

    /// The number of the process.
    package var identifier: Int32 { child.identifier }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        if state.withLock({ $0.status == nil }) { _ = Glibc.kill(child.identifier, number) }
    }

    /// Waits until the program has ended and everything it said was read.
    package func result() async -> Result {
        while true {
            if let result = state.withLock({ $0.result }) { return result }
            await wait { result, _ in result != nil }
        }
    }

    /// Waits until standard output satisfies the condition.
    ///
    /// - Returns: standard output so far; nil when the program ended without satisfying it.
    package func output(until isMet: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8]? {
        await wait { result, output in result != nil || isMet(output) }
        let output = state.withLock(\.output)
        return isMet(output) ? output : nil
    }

    /// Runs a program to its end.
    package static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: [UInt8] = [],
        folder: String? = nil
    ) async throws -> Result {
        try await RunningProgram(program, arguments, environment: environment, input: input, folder: folder).result()
    }

    private func read(_ end: Int32, into path: any WritableKeyPath<State, [UInt8]> & Sendable) {
        Thread.detachNewThread { [self] in
            ChildProcess.read(end) { chunk in change { $0[keyPath: path] += chunk } }
            change { $0.open -= 1 }
        }
    }

    private func wait(until isMet: @escaping @Sendable (Result?, [UInt8]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetAlready = state.withLock { state in
                if isMet(state.result, state.output) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isMetAlready { continuation.resume() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let met = state.withLock { state in
            body(&state)
            let (result, output) = (state.result, state.output)
            let met = state.waiting.filter { $0.isMet(result, output) }
            state.waiting.removeAll { $0.isMet(result, output) }
            return met.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }
}
