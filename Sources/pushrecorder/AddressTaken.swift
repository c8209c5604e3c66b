import HTTPServer

/// An address that another program listens on, with the option that chooses another.
struct AddressTaken: Error, CustomStringConvertible {
    let address: ServerAddress
    let option: String

    /// One sentence that says what to do.
    var description: String {
        """
        \(address) is in use by another program, perhaps another recorder; stop that one, or take a free port with \
        \(option) \(ServerAddress(host: address.host, port: 0))
        """
    }
}
