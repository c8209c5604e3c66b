import Bytes
import CommandLineTool

extension StandardError {
    /// Writes a line about something that the result does not say; the text may be captured.
    static func complain(_ text: Text) {
        write("pushreport: \(TerminalText.line(text))")
    }
}
