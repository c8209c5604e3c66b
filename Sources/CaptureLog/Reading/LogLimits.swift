/// What reading accepts before it reports a problem instead.
package struct LogLimits: Sendable {
    /// The longest line in bytes, without its `\n` (64 MiB); a longer one is damage and is skipped.
    package var lineBytes = 64 << 20
    /// How far one `.gz` may unfold, in bytes (4 GiB); the rest is damage.
    package var unfoldedBytes = 4 << 30
    /// How many damaged lines of one input are told one by one (1,000); the rest is told as a number.
    package var problems = 1000
    /// How many files stay open at the same time (256); further ones are copied to one temporary file.
    package var openFiles = 256

    /// The defaults.
    package init() {}
}
