// swift-tools-version: 6.2
import PackageDescription

/// A Debian library behind a module map: its header list, its pkg-config name where it has one, its package.
func debian(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "PushReport",
    products: [
        .executable(name: "pushrecorder", targets: ["pushrecorder"]),
        .executable(name: "pushreport", targets: ["pushreport"]),
    ],
    targets: [
        // C layer: each library behind one thin target.
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        debian("CNGHTTP2", pkgConfig: "libnghttp2", package: "libnghttp2-dev"),
        debian("COpenSSL", pkgConfig: "openssl", package: "libssl-dev"),
        debian("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        debian("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        debian("CPCRE2", pkgConfig: "libpcre2-8", package: "libpcre2-dev"),
        debian("CCMarkGFM", pkgConfig: "libcmark-gfm", package: "libcmark-gfm-dev"),
        debian("CGumbo", pkgConfig: "gumbo", package: "libgumbo-dev"),
        .target(name: "CLLHTTP"),
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CGoogleTemplate", linkerSettings: [.linkedLibrary("ctemplate")]),
        .target(name: "CTemplateFiles"),
        .target(name: "CRecipeFiles"),

        // Values: no sockets; only CaptureLog touches files.
        .target(name: "Bytes"),
        .target(name: "Digest", dependencies: ["Bytes", "CCrypto"]),
        .target(name: "CertificateAuthority", dependencies: ["Bytes", "Digest", "CCrypto"]),
        .target(name: "HTTPMessage", dependencies: ["Bytes"]),
        .target(name: "JSONText", dependencies: ["Bytes", "CSimdjson"]),
        .target(name: "PushModel", dependencies: ["Bytes"]),
        .target(name: "CaptureLog", dependencies: ["Bytes", "Digest", "HTTPMessage", "JSONText", "CZlib"]),
        .target(name: "Providers", dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog"]),
        .target(name: "Filter", dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog"]),
        .target(
            name: "ScriptedAnswers",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Filter"]
        ),
        .target(
            name: "Expectations",
            dependencies: ["Bytes", "JSONText", "PushModel", "CaptureLog", "Filter", "CPCRE2"]
        ),
        .target(
            name: "Privacy",
            dependencies: ["Bytes", "Digest", "HTTPMessage", "JSONText", "PushModel", "CaptureLog"]
        ),
        .target(
            name: "Comparison",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Filter"]
        ),
        .target(
            name: "Report",
            dependencies: [
                "Bytes", "Digest", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Privacy",
                "Filter", "Comparison", "CGoogleTemplate", "CCMarkGFM", "CTemplateFiles",
            ]
        ),
        .target(
            name: "Export",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Report"]
        ),

        // Input and output.
        .target(name: "HTTPWire", dependencies: ["Bytes", "HTTPMessage", "CNGHTTP2", "CLLHTTP"]),
        .target(name: "HTTPServer", dependencies: ["Bytes", "HTTPMessage", "HTTPWire", "CLinux", "COpenSSL"]),
        .target(name: "LoopbackClient", dependencies: ["COpenSSL"]),
        .target(
            name: "ReadAPI",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Filter", "Expectations",
                "HTTPServer",
            ]
        ),
        .target(
            name: "Recorder",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "CaptureLog", "Providers", "ScriptedAnswers", "HTTPWire",
                "HTTPServer", "ReadAPI",
            ]
        ),

        // Programs.
        .target(name: "CommandLineTool", dependencies: ["Bytes"]),
        .executableTarget(
            name: "pushrecorder",
            dependencies: [
                "Bytes", "CommandLineTool", "CaptureLog", "JSONText", "Providers", "ScriptedAnswers", "HTTPWire",
                "HTTPServer", "LoopbackClient", "ReadAPI", "Recorder", "CertificateAuthority", "CLinux", "CRecipeFiles",
            ]
        ),
        .executableTarget(
            name: "pushreport",
            dependencies: [
                "Bytes", "HTTPMessage", "CommandLineTool", "CaptureLog", "JSONText", "PushModel", "Filter",
                "Comparison", "Expectations", "Report", "Export",
            ]
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "CaptureLog", "CGumbo", "CLinux", "CNGHTTP2"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "BytesTests", dependencies: ["Bytes", "Digest", "TestSupport"]),
        .testTarget(
            name: "CertificateAuthorityTests", dependencies: ["Bytes", "CertificateAuthority", "TestSupport"]
        ),
        .testTarget(name: "JSONTextTests", dependencies: ["Bytes", "JSONText", "TestSupport"]),
        .testTarget(name: "PushModelTests", dependencies: ["Bytes", "PushModel"]),
        .testTarget(
            name: "CaptureLogTests",
            dependencies: ["Bytes", "Digest", "HTTPMessage", "JSONText", "CaptureLog", "CZlib", "TestSupport"]
        ),
        .testTarget(
            name: "ProvidersTests",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "FilterTests",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Filter", "TestSupport"]
        ),
        .testTarget(
            name: "ScriptedAnswersTests",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Filter", "ScriptedAnswers",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "ExpectationsTests",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Filter", "Expectations", "TestSupport",
            ]
        ),
        .testTarget(
            name: "PrivacyTests",
            dependencies: [
                "Bytes", "Digest", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Privacy",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "ComparisonTests",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Filter", "Comparison",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "ReportTests",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "PushModel", "CaptureLog", "Providers", "Filter", "Comparison",
                "Report", "CGoogleTemplate", "CCMarkGFM", "Digest", "TestSupport",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "ExportTests",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "CaptureLog", "Report", "Export", "TestSupport"],
            exclude: ["har-1.2.schema.json"]
        ),
        .testTarget(name: "HTTPWireTests", dependencies: ["Bytes", "HTTPMessage", "HTTPWire", "TestSupport"]),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["Bytes", "HTTPMessage", "HTTPWire", "HTTPServer", "TestSupport"]
        ),
        .testTarget(
            name: "RecorderTests",
            dependencies: [
                "Bytes", "HTTPMessage", "JSONText", "CaptureLog", "Providers", "ScriptedAnswers", "HTTPServer",
                "Recorder", "ReadAPI", "TestSupport",
            ]
        ),
        .testTarget(name: "CommandLineToolTests", dependencies: ["CommandLineTool", "TestSupport"]),
        .testTarget(
            name: "ProgramTests",
            dependencies: ["Bytes", "HTTPMessage", "JSONText", "CaptureLog", "CommandLineTool", "TestSupport"],
            exclude: ["Fixtures", "Golden"]
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x,
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
