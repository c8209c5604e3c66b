internal import Glibc

/// A file descriptor that is closed with its owner.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}
