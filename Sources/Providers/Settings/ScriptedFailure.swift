package import Bytes
import PushModel

/// A refusal that the user scripted, in the words of whoever is to say it.
package enum ScriptedFailure: Sendable, Equatable {
    /// A reason of APNs; with those of 410 comes the moment, in milliseconds since 1970, since which the token is dead.
    case apns(reason: Text, timestamp: Int64?)
    /// An error code of FCM, and after how many seconds to try again.
    case fcm(code: Text, retryAfter: Int64?)
    /// A category and a reason, as MongoosePush has them inside.
    case mongoosePush(category: Text, reason: Text)

    /// The refusal that an object of a file of answers has; nil when it has none.
    ///
    /// Shape: `reason` and `timestamp`, or `error` and `retry_after`, or `result` with two strings.
    ///
    /// - Throws: ``SettingsFault`` for a word that its vendor does not have, and for more than one refusal.
    package init?(_ object: SettingsObject) throws(SettingsFault) {
        let reason = try object.text("reason")
        let error = try object.text("error")
        let result = try object.texts("result")
        let timestamp = try object.integer("timestamp", in: 0...Int64.max)
        let retryAfter = try object.integer("retry_after", in: 0...Self.longestRetryAfter)
        guard [reason != nil, error != nil, result != nil].count(where: { $0 }) <= 1 else {
            throw object.fault("reason, error and result are three ways to refuse; take one")
        }
        if timestamp != nil, reason == nil { throw object.fault("timestamp needs reason", in: "timestamp") }
        if retryAfter != nil, error == nil { throw object.fault("retry_after needs error", in: "retry_after") }
        if let reason {
            guard APNsReason(rawValue: reason.description) != nil else {
                throw object.fault("this is no reason of APNs, such as Unregistered", in: "reason")
            }
            self = .apns(reason: reason, timestamp: timestamp)
        } else if let error {
            guard FCMErrorCode(rawValue: error.description) != nil else {
                let codes = FCMErrorCode.allCases.map(\.rawValue).joined(separator: ", ")
                throw object.fault("this has to be one of \(codes)", in: "error")
            }
            self = .fcm(code: error, retryAfter: retryAfter)
        } else if let result {
            guard result.count == 2, GatewayResult.Category(rawValue: result[0].description) != nil else {
                let categories = GatewayResult.Category.allCases.map(\.rawValue).joined(separator: ", ")
                throw object.fault("this has to be a category and a reason; categories are \(categories)", in: "result")
            }
            guard !result[1].isEmpty else {
                throw SettingsFault("the reason is empty", at: object.place(of: "result").element(1))
            }
            self = .mongoosePush(category: result[0], reason: result[1])
        } else {
            return nil
        }
    }

    /// The longest `retry_after`, in seconds: a day.
    private static let longestRetryAfter: Int64 = 86_400

    /// The name of the provider whose refusal it is.
    package var provider: Text {
        switch self {
        case .apns: "apns"
        case .fcm: "fcm"
        case .mongoosePush: "mongoosepush"
        }
    }

    /// The member of the object that has it.
    package var member: StaticString {
        switch self {
        case .apns: "reason"
        case .fcm: "error"
        case .mongoosePush: "result"
        }
    }

    /// The refusal in a few words.
    package var words: Text {
        switch self {
        case .apns(let reason, _): reason
        case .fcm(let code, _): code
        case .mongoosePush(let category, let reason): Text("\(category), \(reason)")
        }
    }
}
