import CommandLineTool
import HTTPServer

/// What leads unmodified senders to a recorder and makes them trust it: environment variables, and hints for those that
/// read none.
struct SenderEnvironment {
    /// One variable.
    struct Variable {
        let name: String
        let value: String
    }

    /// Where the recorder takes pushes, as a proxy too.
    let ingress: ServerAddress
    /// Where its read API is; nil when there is none.
    let api: ServerAddress?
    /// What makes clients trust it.
    let trust: TrustFiles

    /// The variables, each read by somebody who reads no other one.
    var variables: [Variable] {
        let (proxy, direct) = (ingress.localURL, DirectHosts().text)
        var variables = [Variable(name: "PUSHRECORDER_INGRESS", value: proxy)]
        if let api { variables.append(Variable(name: "PUSHRECORDER_API", value: api.localURL)) }
        variables += [
            Variable(name: "HTTPS_PROXY", value: proxy),
            Variable(name: "https_proxy", value: proxy),
            Variable(name: "NO_PROXY", value: direct),
            Variable(name: "no_proxy", value: direct),
        ]
        return variables + trustVariables
    }

    /// Those of them that make clients trust the recorder, wherever they have its address from.
    var trustVariables: [Variable] {
        [
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
        let address = ingress.local
        return [
            """
            Java: -Dhttps.proxyHost=\(address.host) -Dhttps.proxyPort=\(address.port) \
            -Djavax.net.ssl.trustStore=\(trust.trustStore) \
            -Djavax.net.ssl.trustStorePassword=\(TrustFiles.trustStorePassword)
            """,
            "PHP: php -d curl.cainfo=\(trust.bundle) -d openssl.cafile=\(trust.bundle)",
            "Ruby's Net::HTTP: http_proxy=\(ingress.localURL)",
            "Google's default credentials: GCE_METADATA_HOST=\(address) GCE_METADATA_IP=\(address)",
            "clients that take no proxy (aioapns, firebase-admin for Node): pushrecorder env --hosts",
        ]
    }
}

extension ServerAddress {
    /// The address by which this machine reaches it: that of the loopback interface for one of all interfaces.
    var local: ServerAddress {
        switch host {
        case "0.0.0.0": ServerAddress(host: "127.0.0.1", port: port)
        case "::": ServerAddress(host: "::1", port: port)
        default: self
        }
    }

    /// ``local`` as a URL.
    var localURL: String { "http://\(local)" }
}
