import Bytes
import PushModel

/// One error of a body that does not fit the schema, as the 422 lists it.
struct NotificationFault: Sendable, Equatable {
    /// The keys and positions that lead to the place.
    let path: [Text]
    /// The sentence of the original.
    let message: Text

    /// The pointer of the original: the steps joined by `/` without escapes, `/` for the whole.
    var pointer: Text {
        path.isEmpty ? "/" : Text(repairing: path.flatMap { [UInt8(ascii: "/")] + $0.bytes })
    }

    /// The finding that tells it.
    ///
    /// - Parameter isRefused: false when the recorder was lenient.
    func finding(isRefused: Bool) -> Finding {
        let answer = isRefused ? "Refused with 422" : "Accepted here, and MongoosePush would refuse it with 422"
        let place = path.reduce(JSONPointer("")) { $0.member($1) }.place
        return .error(
            "mongoosepush-invalid", at: place,
            "\(answer): \(message.onOneLine(upTo: NotificationFault.longestMessage)).",
            help: "Compare the body with /swagger.json."
        )
    }

    private static let longestMessage = 200
}
