import CCrypto

/// Bytes that libcrypto reads or writes as a file.
@safe
struct MemoryFile: ~Copyable {
    let pointer: OpaquePointer

    /// A file with bytes to read, or an empty one to write.
    init(_ bytes: [UInt8] = []) throws(CertificateAuthorityError) {
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { throw .lastOfLibrary }
        unsafe pointer = unsafe memory
        if !bytes.isEmpty { unsafe BIO_write(pointer, bytes, Int32(clamping: bytes.count)) }
    }

    deinit { unsafe BIO_free(pointer) }

    /// What was written and not read.
    var bytes: [UInt8] {
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe crypto_memory(pointer, &start)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}

extension CertificateAuthorityError {
    /// The last error that libcrypto noted on this thread.
    static var lastOfLibrary: Self {
        let reason = unsafe ERR_reason_error_string(ERR_peek_last_error()).map { unsafe String(cString: $0) }
        ERR_clear_error()
        return .library(reason: reason ?? "unknown reason")
    }
}
