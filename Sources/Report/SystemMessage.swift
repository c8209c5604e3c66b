import Glibc

/// What the system says about an error number.
func systemMessage(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
        unsafe __xpg_strerror_r(number, buffer.baseAddress, buffer.count)
        guard let text = buffer.baseAddress else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
