import Bytes
import CaptureLog
import Filter
import HTTPMessage
import Testing

@Suite struct LanguageTests {
    /// The identifiers' last letters of the samples that a filter holds for.
    static func matches(_ filter: String) throws -> String {
        let filter = try Filter(parsing: Array(filter.utf8))
        return Samples.all.filter(filter.matches).map { String($0.id.description.last ?? "?") }.joined()
    }

    @Test(arguments: [
        ("", "ABCD"), ("  \t\r\n ", "ABCD"),
        ("kind:notification", "AD"), ("kind:silent", "B"), ("KIND:Empty", "C"), ("kind:=silent", "B"),
        ("displays:yes", "AD"), ("displays:true", "AD"), ("displays:1", "AD"), ("displays:NO", "BC"),
        ("displays:0", "BC"),
        ("shown:ios", "A"), ("shown:android", "D"), ("shown:web", "D"), ("-shown:ios", "BCD"),
        ("verdict.android:app_decides", "B"), ("verdict.ios:=refused", "C"), ("verdict.ios:alert_text", "A"),
        ("provider:fcm", "BD"), ("provider:=APNs", "AC"), ("provider:==APNs", ""),
        ("provider:==wns", ""), ("priority:==urgent", ""), ("provider:\"\"", "ABCD"),
        ("status:200", "ABD"), ("status:=400", "C"), ("status:>=400", "C"), ("status:>200", "C"),
        ("status:<=200", "ABD"),
        ("status:<400", "ABD"), ("status:300..499", "C"), ("status:4xx", "C"), ("status:2XX", "ABD"),
        ("refused:yes", "C"), ("refused:false", "ABD"),
        ("app:shop", "A"), ("app:=com.example.shop", "A"), ("app:==com.example.shop", ""),
        ("app:==com.example.Shop", "A"),
        ("app:\"\"", "ABD"), ("-app:\"\"", "C"),
        ("target:00fc", "AC"), ("target:=00fc", "C"), ("target:weather", "D"),
        ("target_kind:topic", "D"), ("target_kind:device", "ABC"),
        ("source:path", "AC"), ("source:=token", "B"),
        ("attempt:1", "ABC"), ("attempt:>1", "D"), ("attempt:2..3", "D"), ("attempt:=2", "D"), ("-attempt:<=1", "D"),
        ("environment:production", "A"), ("environment:Sandbox", ""), ("-environment:sandbox", "ABCD"),
        ("push_type:alert", "AC"),
        ("priority:high", "A"), ("priority:10", "A"), ("priority:1", ""), ("priority:normal", "B"),
        ("priority:==NORMAL", "B"),
        ("collapse:POKE", "A"),
        ("title:\"order SHIPPED\"", "A"), ("title:storm_title", "D"), ("title:über", "D"),
        ("title:=\"οδοσ über\"", "D"),
        ("body:monday", "A"), ("body:sturm", "D"),
        ("data_key:gameid", "A"), ("data_key:=order", ""), ("data_key:\"order:id\"", "B"),
        ("data.gameID:345", "A"), ("data.gameid:345", ""), ("data.seats:[1,2,3]", "A"), ("data.\"order:id\":=7", "B"),
        ("data.note:=\"a\\\"b\"", "A"), ("DATA.kind:refresh", "B"),
        ("finding:data-only", "B"), ("finding:error", "C"), ("finding:=note", "B"),
        ("mark:check", "A"), ("mark:\"\"", "AD"),
        ("header.apns-topic:shop", "A"), ("header.X-TRACE:two", "A"), ("header.x-trace:one", "A"),
        ("header.none:\"\"", ""),
        ("id:01b", "B"), ("id:=01", ""),
        ("after:2027-01-15T08:00:02Z", "CD"), ("before:2027-01-15T08:00:02Z", "A"), ("after:2027-01-15", "ABCD"),
        ("before:2027-01-15", ""), ("after:2027-01-15T09:00:03+01:00", "D"),
        ("json:/aps/badge", "A"), ("json:/aps/badge=3", "A"), ("json:/aps/badge==3", "A"), ("json:/aps/badge:=3", "A"),
        ("json:/aps/badge=33", ""), ("json:/aps/sound", "A"), ("json:/aps/sound=null", "A"),
        ("json:/aps/alert/title:order", "A"), ("json:/aps/alert/title=\"order shipped\"", "A"),
        ("json:/aps/alert/title==\"order shipped\"", ""), ("json:/a~1b/m~0n/0/k=É", "A"), ("json:/a~1b/m~0n/00/k", ""),
        ("json:/a~1b/m~0n/1", ""), ("json:\"\"", "ABD"), ("json:\"/message/data/order:id\"=7", "B"),
        ("json:/message", "BD"), ("JSON:/message/topic:weather", "D"),
        ("shipped", "A"), ("ORDER", "AB"), ("oslo", "D"), ("fcm-token-1", "B"), ("missing_topic", "C"),
        ("checkout", "A"),
        ("\"not JSON\"", "C"), ("=\"order shipped\"", "A"), ("==\"order shipped\"", ""), ("\"or\"", "ABD"), ("σ", "D"),
    ])
    func `a term holds for the pushes that it describes`(filter: String, expected: String) throws {
        #expect(try Self.matches(filter) == expected)
    }

    @Test(arguments: [
        ("kind:silent displays:no", "B"), ("kind:silent displays:yes", ""), ("kind:silent and displays:no", "B"),
        ("kind:silent or kind:empty", "BC"), ("kind:silent OR kind:empty", "BC"),
        ("provider:apns kind:empty or provider:fcm kind:silent", "BC"),
        ("provider:apns (kind:empty or kind:notification)", "AC"), ("(provider:apns)(kind:empty)", nil),
        ("-provider:apns", "BD"), ("not provider:apns", "BD"), ("NOT provider:apns", "BD"), ("- provider:apns", nil),
        ("-(provider:apns or kind:silent)", "D"), ("not (provider:apns kind:empty)", "ABD"), ("--provider:apns", "AC"),
        ("not not provider:apns", "AC"), ("not -provider:apns", "AC"), ("-not provider:apns", "AC"),
        ("not(provider:apns)", "BD"), ("provider:apns or(kind:silent)", "ABC"),
        ("kind:notification -app:com.example target:weather", "D"), ("( ( kind:silent ) )", "B"),
    ])
    func `terms are joined by place, or, not and parentheses`(filter: String, expected: String?) throws {
        if let expected {
            #expect(try Self.matches(filter) == expected)
        } else {
            #expect(throws: FilterError.self) { try Filter(parsing: Array(filter.utf8)) }
        }
    }

    @Test func `filters can be joined without text`() throws {
        let apns = try Filter(parsing: Array("provider:apns or kind:silent".utf8))
        let token = Filter(.text(.source, TextPattern(.equals, "TOKEN")))
        #expect(Samples.all.filter(Filter(all: [apns, token]).matches).map(\.id) == ["01B"])
        #expect(Samples.all.filter(Filter(all: []).matches).count == Samples.all.count)
    }

    @Test func `a header value that is not UTF-8 can be searched`() throws {
        var subject = Samples.refused
        var exchange = subject.exchange
        exchange.request.headers.append("x-raw", [0xFF, 0xC3, 0x28, 0x41, 0xE2, 0x82])
        subject = FilterSubject(id: subject.id, time: subject.time, exchange: exchange, reading: subject.reading)
        #expect(try Filter(parsing: Array("header.x-raw:\"(a\"".utf8)).matches(subject))
        #expect(try !Filter(parsing: Array("header.x-raw:=a".utf8)).matches(subject))
    }
}
