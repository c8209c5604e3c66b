import Bytes
import PushModel
import Testing

@Suite struct TargetTests {
    @Test func `a long device address keeps both its ends`() {
        let token = String(repeating: "a", count: 80) + String(repeating: "b", count: 80)
        let target = Target(kind: .device, value: Text(token), source: "token")
        #expect(target.shortened == "aaaaaaaaaaaa…bbbbbbbbbbbb")
    }

    @Test func `an address at the limit stands whole and one past it does not`() {
        let whole = Text(String(repeating: "é", count: Target.shownWhole))
        #expect(Target(kind: .device, value: whole, source: "token").shortened == whole)
        let longer = Text(String(repeating: "é", count: Target.shownWhole + 1))
        #expect(Target(kind: .device, value: longer, source: "token").shortened == "éééééééééééé…éééééééééééé")
    }

    @Test(arguments: [Target.Kind.topic, .condition, .channel])
    func `an address of many stands whole`(kind: Target.Kind) {
        let value: Text = "'stock-GOOG' in topics || 'industry-tech' in topics"
        let target = Target(kind: kind, value: value, source: "condition")
        #expect(target.shortened == value)
        #expect(target.isFanOut)
    }

    @Test func `a missing address is labelled`() {
        #expect(Target().shortened == "(no target)")
        #expect(!Target().isFanOut)
    }
}
