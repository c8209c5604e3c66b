import Bytes
import HTTPMessage

/// The answer to a request for no provider's route. It says what there is, since the sender is most often a person with
/// a wrong base URL.
func answerOffRoute(to request: HTTPRequest) -> HTTPResponse {
    plainAnswer(
        status: 404,
        """
        no push service has this route; recorded all the same. FCM: POST /v1/projects/{project}/messages:send. \
        APNs: POST /3/device/{token}, POST /4/broadcasts/apps/{bundle}. MongoosePush: POST /v3/notification/{device_id}
        """
    )
}

/// An answer that is not a vendor's: `{"error":"…"}`.
func plainAnswer(status: Int, _ sentence: String) -> HTTPResponse {
    var body = JSONWriter()
    body.object { $0.member("error", Text(sentence)) }
    return HTTPResponse(
        status: status, headers: HeaderList(["content-type": "application/json"]), body: body.bytes + "\n".utf8)
}
