internal import HTTPMessage

/// The streams of one HTTP/2 connection, each in a slot that is used again.
struct HTTP2StreamTable {
    /// All slots, free ones too.
    var streams: [HTTP2Stream] = []
    private var unusedSlots: [Int] = []
    /// The slot whose header block is being read; nil when its stream was refused.
    private var headerSlot: Int?

    /// How many slots are in use.
    var openCount: Int { streams.count - unusedSlots.count }

    /// The first header block of a stream begins; what is read of it goes to a slot of its own.
    mutating func open(_ id: Int32, request: consuming HTTPRequest, now: Duration) -> Int {
        let slot = unusedSlots.popLast() ?? streams.count
        if slot == streams.count { streams.append(HTTP2Stream()) }
        streams[slot].begin(id, request: request, now: now)
        headerSlot = slot
        return slot
    }

    /// A header block begins whose fields go to a slot, or nowhere.
    mutating func fieldsBegan(for slot: Int?) {
        headerSlot = slot
    }

    /// A field of the header block that began last.
    mutating func fieldArrived(
        name: UnsafeBufferPointer<UInt8>,
        value: UnsafeBufferPointer<UInt8>,
        limits: Limits
    ) {
        guard let headerSlot else { return }
        unsafe streams[headerSlot].fieldArrived(name: name, value: value, limits: limits)
    }

    /// The header block is complete.
    ///
    /// - Returns: the slot its fields went to.
    mutating func fieldsEnded() -> Int? {
        defer { headerSlot = nil }
        return headerSlot
    }

    /// Makes a slot free.
    ///
    /// - Returns: its request, whose memory can be used again.
    mutating func free(_ slot: Int) -> HTTPRequest {
        unusedSlots.append(slot)
        return streams[slot].end()
    }
}
