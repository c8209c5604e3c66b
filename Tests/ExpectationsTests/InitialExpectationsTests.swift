import Bytes
import Expectations
import Filter
import PushModel
import Testing

@Suite struct InitialExpectationsTests {
    static func initial(_ pushes: [FilterSubject]) -> InitialExpectations {
        var initial = InitialExpectations()
        for push in pushes { initial.add(push) }
        return initial
    }

    @Test func `each sort of push becomes an expectation with its number`() throws {
        let pushes = [
            push("A", title: "Order \"shipped\"", target: "x"), push("B", target: "x"),
            push("C", title: "Order \"shipped\"", target: "x"),
            push("D", target: "y", status: 400),
        ]
        let written = ExpectationFile.bytes(Self.initial(pushes).expectations.listed)
        #expect(
            String(decoding: written, as: UTF8.self) == #"""
                {
                  "version": 1,
                  "expectations": [
                    {"name":"Order \"shipped\" to x","filter":"provider:==apns kind:notification target:==x title:==\"Order \\\"shipped\\\"\"","count":2,"fields":{"verdict.ios":{"equal":"shown"}}},
                    {"name":"silent to x","filter":"provider:==apns kind:silent target:==x","count":1,"fields":{"verdict.ios":{"equal":"app_decides"}}},
                    {"name":"empty to y","filter":"provider:==apns kind:empty target:==y","count":1,"fields":{"verdict.ios":{"equal":"refused"}}}
                  ]
                }

                """#)
    }

    @Test(arguments: 0..<8)
    func `the run that they were made from holds to them`(seed: UInt64) throws {
        var state = seed
        func choice<Element>(_ values: [Element]) -> Element {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return values[Int(state >> 33) % values.count]
        }
        let long = String(repeating: "\"", count: InitialExpectations.maximumTextBytes + 1)
        let pushes = (0..<60).map { number in
            push(
                "\(number)",
                title: choice([nil, "", "Order", "order", "a (2)", "a", "\u{0}\n\"\\", "or", "-x", "=y", long]),
                target: choice(["", "x", "X", "a b", "(", long]), status: choice([200, 200, 400]))
        }
        let initial = Self.initial(pushes)
        var run = ExpectationRun(try ExpectationFile.read(ExpectationFile.bytes(initial.expectations.listed)))
        for push in pushes { run.add(push) }
        #expect(ResultLines.lines(run.report).filter { $0.description.hasPrefix("failed") } == [])
        #expect(run.report.holds)
        #expect(initial.leftOut == Int64(pushes.count { $0.reading.message.target.value.bytes.count > 512 }))
    }

    @Test func `no more are listed than the limit and the rest is counted`() {
        func count(_ sorts: Int) -> (Int, Int) {
            let (listed, more) = Self.initial((0..<sorts).map { push("\($0)", target: "t\($0)") }).expectations
            return (listed.count, more)
        }
        #expect(count(InitialExpectations.maximumCount) == (1000, 0))
        #expect(count(InitialExpectations.maximumCount + 1) == (1000, 1))
    }
}
