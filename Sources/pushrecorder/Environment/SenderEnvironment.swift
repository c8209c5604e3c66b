import CommandLineTool
import HTTPServer
import Providers

/// What leads unmodified senders to a recorder and makes them trust it: environment variables, and hints for those that
/// read none.
struct SenderEnvironment {
    /// One variable.
    struct Variable {
        let name: String
        let value: String
    }

    /// The recorder as a proxy: `http://127.0.0.1:8822`.
    let proxy: String
    /// The read API as a URL; nil when there is none.
    let api: String?
    /// What makes clients trust it.
    let trust: TrustFiles

    /// The variables, each read by somebody who reads no other one.
    var variables: [Variable] {
        let direct = "localhost,127.0.0.1,::1"
        var variables = [Variable(name: "PUSHRECORDER_INGRESS", value: proxy)]
        if let api { variables.append(Variable(name: "PUSHRECORDER_API", value: api)) }
        return variables + [
            Variable(name: "HTTPS_PROXY", value: proxy),
            Variable(name: "https_proxy", value: proxy),
            Variable(name: "NO_PROXY", value: direct),
            Variable(name: "no_proxy", value: direct),
            // OpenSSL and what asks it: Python, Ruby, curl; Go.
            Variable(name: "SSL_CERT_FILE", value: trust.bundle),
            // Python's requests.
            Variable(name: "REQUESTS_CA_BUNDLE", value: trust.bundle),
            Variable(name: "CURL_CA_BUNDLE", value: trust.bundle),
            Variable(name: "HTTPLIB2_CA_CERTS", value: trust.bundle),
            // Node adds it to its own roots.
            Variable(name: "NODE_EXTRA_CA_CERTS", value: trust.certificate),
        ]
    }

    /// What there is to say for clients that no variable reaches.
    var hints: [String] {
        let address = proxyAddress
        return [
            """
            Java: -Dhttps.proxyHost=\(address.host) -Dhttps.proxyPort=\(address.port) \
            -Djavax.net.ssl.trustStore=\(trust.trustStore) \
            -Djavax.net.ssl.trustStorePassword=\(TrustFiles.trustStorePassword)
            """,
            "PHP: php -d curl.cainfo=\(trust.bundle) -d openssl.cafile=\(trust.bundle)",
            "Ruby's Net::HTTP: http_proxy=\(proxy)",
            "Google's default credentials: GCE_METADATA_HOST=\(address) GCE_METADATA_IP=\(address)",
            "clients that take no proxy (aioapns, firebase-admin for Node): pushrecorder env --hosts",
        ]
    }

    /// The lines of a hosts file that lead the vendors' names to the recorder.
    var hostsLines: [String] {
        let loopback = "127.0.0.1"
        return [
            """
            # for a recorder that listens on the vendors' ports: pushrecorder --tls auto \
            --ingress \(loopback):443 --ingress \(loopback):2197
            """
        ] + VendorHost.all.map { "\(loopback) \($0.name)" }
    }

    private var proxyAddress: ServerAddress {
        (try? RecorderAddress(argument: proxy))?.address ?? ServerAddress(host: "127.0.0.1", port: 0)
    }
}

extension ServerAddress {
    /// The address as a URL that works on this machine: a name for all interfaces becomes that of the loopback one.
    var localURL: String {
        switch host {
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        default: "http://\(self)"
        }
    }
}
