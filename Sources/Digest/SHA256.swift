package import Bytes
import CCrypto

/// A SHA-256 over bytes that come in pieces (FIPS 180-4), by libcrypto.
@safe package struct SHA256: ~Copyable {
    private let context: OpaquePointer?

    /// A digest of nothing yet.
    package init() {
        unsafe context = EVP_MD_CTX_new()
        unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Takes the next piece.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// Takes the next piece from raw memory.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The 32 bytes of the digest.
    package consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe digest.withUnsafeMutableBufferPointer { unsafe _ = EVP_DigestFinal_ex(context, $0.baseAddress, nil) }
        return digest
    }

    /// The digest of the bytes in 64 lower-case hexadecimal digits.
    package static func hex(of bytes: ArraySlice<UInt8>) -> Text {
        var digest = SHA256()
        digest.update(bytes)
        var text: [UInt8] = []
        text.appendHex(digest.finish())
        return Text(repairing: text)
    }
}
