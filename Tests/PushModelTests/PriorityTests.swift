import Bytes
import PushModel
import Testing

@Suite struct PriorityTests {
    @Test(
        arguments: [
            ("10", Priority.high), ("high", .high), ("HIGH", .high), ("5", .normal), ("normal", .normal),
            ("NORMAL", .normal), ("1", .low), ("low", .low), ("very-low", .low), (" 10 ", .high),
        ] as [(Text, Priority)])
    func `a vendor's spelling names a level`(spelling: Text, level: Priority) {
        #expect(Priority(raw: spelling.bytes[...]) == level)
    }

    @Test(arguments: ["", "urgent", "11", "PRIORITY_MAX"] as [Text])
    func `any other spelling names none`(spelling: Text) {
        #expect(Priority(raw: spelling.bytes[...]) == nil)
    }

    @Test func `an unknown spelling is kept without a level`() {
        var delivery = Delivery()
        delivery.setPriority(" urgent ")
        #expect(delivery.priority == nil)
        #expect(delivery.priorityRaw == "urgent")
    }

    @Test func `a blank spelling is as if it had not been sent`() {
        var delivery = Delivery()
        delivery.setPriority("  ")
        #expect(delivery == Delivery())
    }
}
