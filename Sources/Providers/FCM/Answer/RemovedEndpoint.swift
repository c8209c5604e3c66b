import Bytes
import HTTPMessage

/// The pages that Google's front end gives for what is not there.
enum RemovedEndpoint {
    /// For a path that has no such method, and for the removed `/fcm/send`.
    static let notFound = page("")
    /// For the removed `/batch`.
    static let batch = page("<P>The requested URL /batch was not found on this server.</P>\n")

    private static func page(_ sentence: StaticString) -> HTTPResponse {
        var body: [UInt8] = []
        body.append("<HTML>\n<HEAD>\n<TITLE>Not Found</TITLE>\n</HEAD>\n")
        body.append("<BODY BGCOLOR=\"#FFFFFF\" TEXT=\"#000000\">\n<H1>Not Found</H1>\n<H2>Error 404</H2>\n")
        body.append(sentence)
        body.append("</BODY>\n</HTML>\n")
        return HTTPResponse(status: 404, headers: HeaderList(["content-type": "text/html; charset=UTF-8"]), body: body)
    }
}
