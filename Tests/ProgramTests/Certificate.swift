import TestSupport

/// A throw-away certificate for localhost, made by openssl.
struct Certificate {
    let certificate: String
    let key: String

    init(in folder: TemporaryFolder) async throws {
        certificate = folder.file("cert.pem")
        key = folder.file("key.pem")
        let result = try await RunningProgram.run(
            "openssl",
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
                + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
                + ["-keyout", key, "-out", certificate]
        )
        guard result.status == 0 else { throw CurlFailure(description: result.errorText) }
    }

    /// The options of `pushrecorder` for it.
    var options: [String] { ["--tls-cert", certificate, "--tls-key", key] }
}
