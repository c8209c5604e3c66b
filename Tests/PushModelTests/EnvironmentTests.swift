import Bytes
import PushModel
import Testing

@Suite struct EnvironmentTests {
    @Test(
        arguments: [
            ("api.push.apple.com", .production), ("API.push.apple.com:443", .production),
            ("api.push.apple.com:2197", .production), ("api.sandbox.push.apple.com", .sandbox),
            ("api.development.push.apple.com:443", .sandbox),
            ("api-manage-broadcast.push.apple.com:2196", .production),
            ("api-manage-broadcast.sandbox.push.apple.com:2195", .sandbox), ("", nil), ("127.0.0.1:8822", nil),
            ("api.push.apple.com.evil.example", nil), ("fcm.googleapis.com", nil),
        ] as [(Text, Environment?)])
    func `The host names the environment`(authority: Text, environment: Environment?) {
        #expect(Environment(authority: authority.bytes[...]) == environment)
    }
}
