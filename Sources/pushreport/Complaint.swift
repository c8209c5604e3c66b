import Bytes
import CommandLineTool
import Report

extension StandardError {
    /// Writes a line about something that the result does not say; the text may be captured.
    static func complain(_ text: Text) {
        write("pushreport: \(TerminalText.line(text))")
    }

    /// Writes a line about files in a folder of templates that replace nothing: a name may be misspelt.
    ///
    /// - Throws: ``ReportError/cannotRead(path:errno:)`` when there is no such folder, which would replace nothing either.
    static func complainAboutTemplates(in folder: String) throws(ReportError) {
        let strangers = try TemplateFolder(path: folder).strangers
        guard !strangers.isEmpty else { return }
        let names = TemplateFolder.names.joined(separator: ", ")
        complain(Text("\(strangers.joined(separator: ", ")) in \(folder) is no template; those are \(names)"))
    }
}
