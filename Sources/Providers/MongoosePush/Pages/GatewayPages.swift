import Bytes
import CaptureLog
import HTTPMessage

/// The pages of the gateway, which monitoring asks for and which send nothing.
struct GatewayPages: Endpoint {
    func owns(_ request: HTTPRequest) -> Bool { GatewayRoute.page(at: request.path) != nil }

    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        MongoosePush().answer(to: request, in: context)
    }

    func call(in exchange: Exchange) -> EndpointCall {
        EndpointCall(
            kind: EndpointCall.page,
            summary: Text("/\(GatewayRoute.page(at: exchange.request.path)?.rawValue ?? "") of MongoosePush"),
            note: exchange.annotations.warning
        )
    }
}
