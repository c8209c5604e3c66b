import Bytes
import Foundation
import JSONText
import TestSupport

/// A visit to a page in Chromium through `scripts/browser.py`: what to do there, and what was seen.
struct BrowserVisit: Encodable {
    /// One thing to do, in order.
    struct Step: Encodable {
        var evaluate: String?
        var await: String?
        var open: String?
        var press: String?
        var type: String?
        var click: String?
        var pdf: String?
        var screenshot: String?
        /// How much of the page a screenshot has, in pixels from its top on.
        var height: Int?
    }

    /// A path, or a name in the folder that is served.
    var page: String
    /// The folder to serve on the loopback interface.
    var serve: String?
    /// The fields of the server's answers.
    var headers: [String: String] = [:]
    var width = 1280
    var dark = false
    var print = false
    /// True when the page's own scripts run.
    var scripts = false
    var steps: [Step] = []

    /// What was seen.
    struct Sight: Decodable {
        let values: [String?]
        let requests: [String]
        let console: [String]
    }

    /// Evaluates an expression that gives a string.
    mutating func evaluate(_ expression: String) {
        steps.append(Step(evaluate: expression))
    }

    /// Goes to a fragment of the page.
    mutating func open(_ fragment: String) {
        steps.append(Step(open: fragment))
    }

    /// Waits until an expression is true.
    mutating func await(_ expression: String) {
        steps.append(Step(await: expression))
    }

    /// Presses keys, one after the other: a name, or a character.
    mutating func press(_ keys: String...) {
        for key in keys { steps.append(Step(press: key)) }
    }

    /// Clicks the element with the mouse.
    mutating func click(_ selector: String) {
        steps.append(Step(click: selector))
    }

    /// Goes there.
    func made() async throws -> Sight {
        let result = try await RunningProgram.run(
            "python3", ["\(Places.package)/scripts/browser.py"], input: Array(JSONEncoder().encode(self))
        )
        guard result.status == 0 else { throw Failure(description: result.errorText) }
        return try JSONDecoder().decode(Sight.self, from: Data(result.output))
    }

    /// Why there is nothing to see.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
