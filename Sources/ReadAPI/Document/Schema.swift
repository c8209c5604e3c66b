import Bytes

/// The JSON schemas (2020-12) of what the API takes and answers.
struct Schema {
    let name: Text
    /// The schema.
    let json: ArraySlice<UInt8>

    private init(_ name: Text, _ json: StaticString) {
        self.name = name
        self.json = Text(stringLiteral: json).bytes[...]
    }

    static let all = [
        Schema(
            "Error",
            #"""
            {"type":"object","required":["error"],"properties":{"error":{"type":"string"},
            "parameter":{"type":"string"},"column":{"type":"integer","minimum":1}}}
            """#),
        Schema(
            "Message",
            #"""
            {"type":"object","required":["id","received_at","provider","type","title","preview","displays","explain",
            "status","refused","raw_url","platforms","findings","meta","message"],"properties":{
            "id":{"type":"string"},"received_at":{"type":"string","format":"date-time"},"provider":{"type":"string"},
            "type":{"const":"push.message"},"url":{"type":"string"},"raw_url":{"type":"string",
            "description":"A path, to be resolved against the address that was asked."},
            "title":{"type":"string"},"preview":{"type":"string"},"displays":{"type":"boolean"},
            "explain":{"type":"string"},"status":{"type":"integer"},"refused":{"type":"boolean"},
            "mark":{"type":"string"},"platforms":{"type":"object","additionalProperties":{"type":"object",
            "required":["outcome","reason","explain"],"properties":{"outcome":{"enum":["shown","badge_or_sound",
            "live_activity","app_decides","not_shown","refused"]},"reason":{"type":"string"},
            "explain":{"type":"string"}}}},"findings":{"type":"array","items":{"type":"object",
            "required":["code","severity","message","help"],"properties":{"code":{"type":"string"},
            "severity":{"enum":["error","warning","note"]},"pointer":{"type":"string"},"header":{"type":"string"},
            "target":{"const":true},"outgoing":{"const":true},"message":{"type":"string"},"help":{"type":"string"}}}},
            "meta":{"$ref":"#/components/schemas/Meta"},"message":{"$ref":"#/components/schemas/PushMessage"}}}
            """#),
        Schema(
            "Event",
            #"""
            {"type":"object","required":["id","plugin","provider","type","received_at","summary","meta","payload"],
            "properties":{"id":{"type":"string"},"plugin":{"const":"push"},"provider":{"type":"string"},
            "type":{"const":"push.message"},"received_at":{"type":"string","format":"date-time"},
            "url":{"type":"string"},"summary":{"type":"object","required":["from","to","title","snippet"],
            "properties":{"from":{"type":"string"},"to":{"type":"array","items":{"type":"string"}},
            "title":{"type":"string"},"snippet":{"type":"string"}}},"meta":{"$ref":"#/components/schemas/Meta"},
            "payload":{"$ref":"#/components/schemas/PushMessage"},"raw":{"type":"object","required":["transport",
            "method","path","headers","body","text"],"properties":{"transport":{"const":"http"},
            "method":{"type":"string"},"path":{"type":"string"},"headers":{"type":"object",
            "additionalProperties":{"type":"array","items":{"type":"string"}}},
            "body":{"type":"string","contentEncoding":"base64"},"text":{"type":"boolean"}}}}}
            """#),
        Schema(
            "Meta",
            #"""
            {"type":"object","required":["kind","displays","http_version"],"properties":{"kind":{"type":"string"},
            "displays":{"type":"boolean"},"push_type":{"type":"string"},"app":{"type":"string"},
            "target_kind":{"type":"string"},"target":{"type":"string"},"target_source":{"type":"string"},
            "fanout":{"const":true},"priority":{"type":"string"},"priority_raw":{"type":"string"},
            "collapse_key":{"type":"string"},"expiry":{"type":"string"},"title":{"type":"string"},
            "subtitle":{"type":"string"},"category":{"type":"string"},"sound":{"type":"string"},
            "image":{"type":"string"},"badge":{"type":"integer"},"localized":{"const":true},
            "data_keys":{"type":"array","items":{"type":"string"}},
            "payload_formats":{"type":"array","items":{"type":"string"}},
            "http_version":{"enum":["HTTP/1.0","HTTP/1.1","HTTP/2.0"]},"warning":{"type":"string"},
            "scripted":{"type":"string"},
            "apns_headers":{"type":"object","additionalProperties":{"type":"string"}}}}
            """#),
        Schema(
            "PushMessage",
            #"""
            {"type":"object","required":["kind","target","delivery","payloads"],"properties":{
            "kind":{"enum":["notification","silent","empty"]},"push_type":{"type":"string"},"app":{"type":"string"},
            "environment":{"enum":["sandbox","production"]},
            "target":{"type":"object","required":["kind","value"],"properties":{
            "kind":{"enum":["device","topic","condition","channel"]},"value":{"type":"string"},
            "source":{"type":"string"}}},"alert":{"type":"object","required":["critical"],"properties":{"title":{"type":"string"},
            "subtitle":{"type":"string"},"body":{"type":"string"},"image":{"type":"string"},
            "badge":{"type":"integer"},"sound":{"type":"string"},"category":{"type":"string"},
            "interruption_level":{"type":"string"},"critical":{"type":"boolean"},"thread":{"type":"string"},
            "channel":{"type":"string"},"localization":{"type":"object","properties":{
            "title_key":{"type":"string"},"title_args":{"type":"array","items":{"type":"string"}},
            "subtitle_key":{"type":"string"},"subtitle_args":{"type":"array","items":{"type":"string"}},
            "body_key":{"type":"string"},"body_args":{"type":"array","items":{"type":"string"}}}}}},
            "data":{"type":"object"},"delivery":{"type":"object","properties":{
            "priority":{"enum":["high","normal","low"]},"priority_raw":{"type":"string"},
            "expiry":{"type":"object","required":["raw"],"properties":{"immediate":{"const":true},
            "at":{"type":"string","format":"date-time"},"ttl_seconds":{"type":"integer"},"raw":{"type":"string"}}},
            "collapse_key":{"type":"string"}}},"payloads":{"type":"array","items":{"type":"object",
            "required":["format"],"properties":{"format":{"type":"string"},
            "data":{"description":"The JSON as it was posted."},
            "text":{"type":"string","description":"What was posted, where it is not JSON."}}}},
            "gateway":{"type":"object","properties":{"service":{"type":"string"},"mode":{"type":"string"},
            "pool":{"type":"string"}}},"outgoing":{"type":"object",
            "description":"The request that a gateway would have sent on.",
            "required":["service","authority","path","headers","body"],"properties":{"service":{"enum":["apns","fcm"]},
            "authority":{"type":"string"},"path":{"type":"string"},"headers":{"type":"array","items":{"type":"array",
            "items":{"type":"string"}}},"body":{"type":"object"}}}}}
            """#),
        Schema(
            "NewMark",
            #"""
            {"type":"object","required":["label"],"additionalProperties":false,
            "properties":{"label":{"type":"string","minLength":1,"pattern":"\\S"}}}
            """#),
        Schema(
            "Mark",
            #"""
            {"type":"object","required":["id","time","label"],"properties":{"id":{"type":"string"},
            "time":{"type":"string","format":"date-time"},"label":{"type":"string"}}}
            """#),
        Schema(
            "Check",
            #"""
            {"type":"object","description":"One expectation, or {\"version\":1,\"expectations\":[…]}; the published schema is expectations.schema.json.",
            "anyOf":[{"required":["name"],"properties":{"name":{"type":"string","minLength":1},
            "filter":{"type":"string"}}},{"required":["version","expectations"],"properties":{"version":{"const":1},
            "expectations":{"type":"array","items":{"type":"object"}}}}]}
            """#),
        Schema(
            "CheckResult",
            #"""
            {"type":"object","required":["version","holds","settled","captured","notes","damage","results"],"properties":{
            "version":{"const":1},"holds":{"type":"boolean"},"settled":{"type":"boolean"},
            "captured":{"type":"integer"},"notes":{"type":"array","items":{"type":"string"}},
            "damage":{"type":"array","items":{"type":"string"}},
            "results":{"type":"array","items":{"type":"object","required":["name","filter","count","matched","holds",
            "settled","matches","failures","more_failures","ungrouped","nearest"],"properties":{
            "name":{"type":"string"},"filter":{"type":"string"},"count":{"type":"string"},
            "matched":{"type":"integer"},"holds":{"type":"boolean"},"settled":{"type":"boolean"},
            "matches":{"type":"array","items":{"type":"object"}},"failures":{"type":"array","items":{"type":"object"}},
            "more_failures":{"type":"integer"},"ungrouped":{"type":"integer"},
            "nearest":{"type":"array","items":{"type":"object"}}}}}}}
            """#),
        Schema(
            "Health",
            #"""
            {"type":"object","required":["status","version","uptime_seconds","plugins","events"],"properties":{
            "status":{"const":"ok"},"version":{"type":"string"},"uptime_seconds":{"type":"integer"},
            "plugins":{"type":"array","items":{"type":"string"}},"events":{"type":"integer"}}}
            """#),
        Schema(
            "OpenAPI",
            #"""
            {"type":"object","required":["openapi","info","paths"],"properties":{"openapi":{"const":"3.1.0"},
            "info":{"type":"object"},"paths":{"type":"object"}}}
            """#),
    ]
}
