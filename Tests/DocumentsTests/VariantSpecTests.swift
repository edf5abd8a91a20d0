import Documents
import Testing

@Suite struct VariantSpecTests {
    private static func spec(_ text: String) throws -> VariantSpec {
        try VariantSpec(text, option: "--topology")
    }

    @Test func `A bare name has no fields`() throws {
        let spec = try Self.spec("siblings")
        #expect(spec.name == "siblings")
        #expect(spec.fields.isEmpty)
        #expect(spec.description == "siblings")
    }

    @Test func `Fields come in their order`() throws {
        let spec = try Self.spec("private-writer:flush=5s,pool=1")
        #expect(spec.name == "private-writer")
        #expect(
            spec.fields == [.init(key: "flush", value: "5s"), .init(key: "pool", value: "1")])
        #expect(spec.description == "private-writer:flush=5s,pool=1")
    }

    @Test(arguments: ["", ":flush=5s", "a:", "a:flush", "a:flush=", "a:=5s", "a:b=1,", "a:b=1,b=2"])
    func `What has not the form is an error`(text: String) {
        #expect(issue { try Self.spec(text) }?.code == .invalidSpecification)
    }

    @Test func `A value may hold an equals sign and a colon`() throws {
        let spec = try Self.spec("a:b=c=d:e")
        #expect(spec.fields == [.init(key: "b", value: "c=d:e")])
    }
}
