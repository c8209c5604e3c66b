internal import CLinux
internal import Glibc

/// Drains a server from any thread.
package final class StopSwitch: Sendable {
    /// An eventfd; readable once the switch is thrown.
    let descriptor: Descriptor

    init() throws(HTTPServerError) {
        let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw .systemCall(name: "eventfd", errno: errno) }
        descriptor = Descriptor(number)
    }

    /// Drains the server; the second call ends it at once.
    package func stop() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor.number, &one, MemoryLayout<UInt64>.size)
    }

    /// How often the switch was thrown since the last call.
    func takeCount() -> Int {
        var count: UInt64 = 0
        let size = unsafe read(descriptor.number, &count, MemoryLayout<UInt64>.size)
        return size == MemoryLayout<UInt64>.size ? Int(clamping: count) : 0
    }
}
