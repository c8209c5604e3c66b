import Dispatch
import Synchronization

/// Runs asynchronous work to its end on the thread of a program that has nothing else to do.
///
/// The thread is the main one, which no task runs on, so nothing that the work awaits is held up. An asynchronous `main`
/// would move the program to another thread, and signals with it.
enum BlockingTask {
    static func run(_ work: @escaping @Sendable () async throws -> ExitStatus) throws -> ExitStatus {
        let outcome = Mutex<Result<ExitStatus, any Error>>(.success(.done))
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                let status = try await work()
                outcome.withLock { $0 = .success(status) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            isDone.signal()
        }
        isDone.wait()
        return try outcome.withLock(\.self).get()
    }
}
