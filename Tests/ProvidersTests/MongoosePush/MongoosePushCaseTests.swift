import Bytes
import HTTPMessage
import JSONText
import Providers
import PushModel
import Testing

/// What was observed of the original.
@Suite struct MongoosePushCaseTests {
    @Test func `the corpus is whole`() {
        #expect(MongoosePushCase.all.count == 148)
    }

    @Test(arguments: MongoosePushCase.all)
    func `the answer is that of the original`(observed: MongoosePushCase) {
        let answer = MongoosePushFixture.answer(to: observed.request)
        #expect(answer.response.status == observed.status)
        #expect(answer.response.header("content-type") == observed.contentType)
        #expect(canonicalAnswer(answer.response.body) == observed.answer)
    }

    @Test(arguments: MongoosePushCase.all)
    func `the request that goes on is that of the original`(observed: MongoosePushCase) throws {
        let gateway = MongoosePushFixture.reading(of: observed.request).message.gateway
        guard let expected = observed.outgoing else {
            #expect(gateway?.outgoing == nil)
            return
        }
        let outgoing = try #require(gateway?.outgoing)
        #expect(gateway?.pool == expected.pool)
        #expect(outgoing.path == expected.path)
        #expect(Set(outgoing.headers.map { [$0.name, $0.value] }) == expected.headers)
        #expect(canonical(outgoing.body) == expected.body)
    }

    @Test(arguments: MongoosePushCase.all.filter { $0.status == 500 })
    func `a failure of the framework says why`(observed: MongoosePushCase) {
        let answer = MongoosePushFixture.answer(to: observed.request)
        #expect(answer.warning?.isEmpty == false)
        #expect(answer.response.header("PushRecorder-Warning") == answer.warning)
        #expect(answer.response.header("content-type") == nil)
        guard answer.isPush else { return }
        let finding = MongoosePushFixture.reading(of: observed.request).findings.first
        #expect(finding?.severity == .error)
        #expect(finding?.code.description.hasPrefix("mongoosepush-") == true)
    }
}
