import CommandLineTool
import HTTPWire
import Providers

/// The options of `pushrecorder`.
let recorderOptions: [Option<RecorderSettings>] = [
    .value(
        "log", "FILE", short: "l", completion: .file, in: "Log", \.log,
        help: """
            The file that each request is appended to, as one line of JSON. A log that exists is continued, and the API \
            shows what it has already, unless a COMMAND is run; a log that another recorder writes is refused.
            """
    ),
    .value(
        "sync", "WHEN", in: "Log", \.sync,
        help: """
            What a recorded line survives before its request is answered. With none it survives a crash of the \
            recorder; with batch, one fdatasync per group of requests, a loss of power too.
            """
    ),
    .values(
        "ingress", "HOST:PORT", short: "i", in: "Listening", \.ingress,
        help: """
            Where to listen for pushes: HTTP/1.1, HTTP/2 with prior knowledge and, with a certificate, TLS on the same \
            port. Port 0 takes a free one, which is printed.
            """
    ),
    .value(
        "api", "HOST:PORT", in: "Listening", \.api,
        help: """
            Where tests ask what was captured: GET /api/v1/push/messages and what /api/v1/push/openapi.json lists. It \
            may be the address of --ingress.
            """
    ),
    .flag("no-api", in: "Listening", \.hasNoAPI, help: "Do not serve the API."),
    .flag(
        "allow-remote", in: "Listening", \.allowsRemote,
        help: """
            Let --ingress and --api name an address that other machines can reach. Whoever reaches it can write to the log and \
            read what was captured, and nothing asks who they are.
            """
    ),
    .value(
        "tls", "WHEN", in: "Listening", \.tls,
        help: """
            With auto, take TLS with certificates of this user's own authority, for the vendors' hosts and this machine; it \
            is made when there is none (see 'pushrecorder ca'). Clients that trust it can push unmodified, by HTTPS_PROXY \
            or by a hosts file.
            """
    ),
    .value(
        "ca-dir", "FOLDER", completion: .folder, in: "Listening", \.caFolder,
        help: "Where the authority of --tls auto is; otherwise pushrecorder in $XDG_STATE_HOME or ~/.local/state."
    ),
    .value(
        "tls-cert", "FILE", completion: .file, in: "Listening", \.tlsCertificate,
        help: "The server's certificate as PEM, with its chain. Needs --tls-key."
    ),
    .value(
        "tls-key", "FILE", completion: .file, in: "Listening", \.tlsKey,
        help: "The private key of the certificate as PEM, without a passphrase."
    ),
    .value(
        "ready-file", "FILE", completion: .file, in: "Listening", \.readyFile,
        help: """
            Write this file once connections are taken, and remove it at the end: one JSON object with ingress (the \
            first address, with its real port), listeners (all of them), api, ca, log and pid.
            """
    ),
    .flag(
        "lenient", in: "Answers", \.rules.isLenient,
        help: "Accept whatever can be understood. Otherwise a request is refused as the vendor would refuse it."
    ),
    .value(
        "fcm-bearer-token", "TOKEN", in: "Answers", \.rules.fcmBearerToken,
        help: "The only bearer token that FCM accepts. Otherwise any is accepted, and none."
    ),
    .value(
        "apns-topic", "TOPIC", in: "Answers", \.rules.apnsTopic,
        help: "The only topic that APNs accepts. Otherwise any is."
    ),
    .value(
        "apns-key-id", "ID", in: "Answers", \.rules.apnsKeyID,
        help: "The only key ID that APNs accepts in a provider token. Otherwise any is."
    ),
    .value(
        "answers", "FILE", completion: .file, in: "Answers", \.answers,
        help: """
            A JSON file of answers for chosen pushes: refusals such as Unregistered or UNAVAILABLE, delays, dropped \
            connections. Each is marked in the log and in the report as scripted, since no vendor gave it.
            """
    ),
    .value(
        "pools", "FILE", completion: .file, in: "MongoosePush", \.pools,
        help: """
            A JSON file with the pools of the MongoosePush gateway, in the order in which a request is offered them. \
            Otherwise there is one for each service and mode.
            """
    ),
    .value(
        "mongoosepush-profile", "RELEASE", in: "MongoosePush", \.rules.mongoosePush.profile,
        help: """
            The release to stand in for. 2.2 puts FCM data into the android block and knows no call pushes.
            """
    ),
    .flag(
        "mongoosepush-friendly-errors", in: "MongoosePush", \.rules.mongoosePush.hasFriendlyErrors,
        help: """
            Answer 400, 404, 406 or 413 and the cause where the original answers 500 and nothing: to JSON that is none, \
            unknown routes, and an accept field without JSON.
            """
    ),
    .flag(
        "mongoosepush-service-refusals", in: "MongoosePush", \.rules.mongoosePush.hasServiceRefusals,
        help: """
            Answer as the original does once APNs or FCM has refused what went on, where either surely would: 413 for a \
            payload that is too large, 503 for a topic that is missing. Otherwise the answer is 200, and the report says \
            that the push was refused.
            """
    ),
    .value(
        "min-latency", "TIME", in: "Answers", \.minimumLatency,
        help: """
            Hold each answer back for at least this long. Some clients (Ruby's net-http2) stall on answers that come \
            at once; 1ms cures them.
            """
    ),
    .value(
        "max-body", "BYTES", in: "Limits", \.limits.bodyBytes.byteCount,
        help: """
            The size of a request body above which it is not recorded and the answer is the vendor's: 413 of APNs, 400 of \
            FCM, 500 of MongoosePush, and 413 elsewhere.
            """
    ),
    .value(
        "max-headers", "BYTES", in: "Limits", \.limits.headerBytes.byteCount,
        help: "The size of all header fields of a request above which the answer is 431."
    ),
    .value(
        "max-header-fields", "COUNT", in: "Limits", \.limits.headerFields,
        help: "The number of header fields of a request above which the answer is 431."
    ),
    .value(
        "max-streams", "COUNT", in: "Limits", \.limits.concurrentStreams,
        help: """
            The number of requests at once on one HTTP/2 connection; more are refused with REFUSED_STREAM, counted and not \
            recorded.
            """
    ),
    .value(
        "max-buffered", "BYTES", in: "Limits", \.limits.bufferedBytes.byteCount,
        help: """
            The bytes of requests and answers held for all connections together; above it a body is cut and answered with \
            503, and a new HTTP/2 request is refused with REFUSED_STREAM.
            """
    ),
    .value(
        "request-timeout", "TIME", in: "Limits", \.limits.requestTime,
        help: "How long one request may take to arrive, above which the answer is 408."
    ),
    .value(
        "idle-timeout", "TIME", in: "Limits", \.limits.idleTime,
        help: "How long a connection without a request is kept."
    ),
    .flag(
        "quiet", short: "q", in: "Output", \.isQuiet,
        help: "Print neither the addresses nor the counts. Errors are still printed."
    ),
]
