import Bytes
import HTTPMessage
import HTTPServer
import ScriptedAnswers

/// An answer that a script holds back, lets be the last of its connection, or replaces by the end of the connection. The line of the request is in the log by
/// then; where it is not, the answer is the vendor's "unavailable" at once.
final class ScriptedReply: LaterResponse {
    private let response: HTTPResponse
    private let scene: AnswerScript.Scene
    private let unavailable: HTTPResponse
    private let state: () -> (isKept: Bool, isDraining: Bool)
    private var due: Duration?

    /// - Parameter state: whether the log took the last lines, and whether nothing may be held back any longer.
    init(
        _ response: HTTPResponse, _ scene: AnswerScript.Scene, unavailable: HTTPResponse,
        state: @escaping () -> (isKept: Bool, isDraining: Bool)
    ) {
        self.response = response
        self.scene = scene
        self.unavailable = unavailable
        self.state = state
    }

    func proceed(at now: Duration) -> LaterProgress {
        let (isKept, isDraining) = state()
        if due == nil, !isKept { return .done(unavailable) }
        let due = self.due ?? now + .microseconds(scene.delay?.microseconds ?? 0)
        self.due = due
        guard now >= due || isDraining else { return .waiting(until: due) }
        if scene.isDropped { return .dropped }
        return scene.isLast ? .last(response) : .done(response)
    }
}
