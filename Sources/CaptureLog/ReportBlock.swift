/// How an HTML report carries its log: an inert element at the end of the page, with the SHA-256 of the lines in an
/// attribute and the lines as gzip (RFC 1952) in base64 (RFC 4648 section 4), broken into lines of 76 characters.
package enum ReportBlock {
    /// What stands in front of the 64 hexadecimal digits of the SHA-256.
    package static let opening: StaticString = #"<template id="log" data-sha256=""#
    /// What stands behind them.
    package static let hashEnd: StaticString = #"">"#
    /// What stands behind the base64.
    package static let closing: StaticString = "</template>"
    /// How many bytes of gzip a line of base64 stands for.
    package static let bytesPerLine = 57
}
