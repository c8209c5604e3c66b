package import Bytes
import CaptureLog
import ReadAPI

extension Recorder: LineKeeper {
    package func stage(mark label: Text) -> (id: Text, time: Instant) {
        let time = now()
        let id = identifiers.next(at: time)
        beginLine()
        writer.append(mark: label, id: id, time: time, to: &line)
        let offset = endLine()
        keep(.mark(label: label), id: id, time: time, offset: offset)
        staged.marks += 1
        return (id, time)
    }

    package func stage(resetOf push: Text?) {
        let time = now()
        let id = identifiers.next(at: time)
        beginLine()
        writer.append(resetOf: push, id: id, time: time, to: &line)
        let offset = endLine()
        keep(.reset(push: push), id: id, time: time, offset: offset)
        staged.resets += 1
    }
}
