import Documents
import Testing

@Suite struct TypedReadingTests {
    private enum Journal: String, CaseIterable {
        case wal, delete
    }

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("1.5s", .milliseconds(1500)),
        ("2min", .seconds(120)), ("100us", .microseconds(100)), ("7µs", .microseconds(7)),
        ("0s", .zero), ("1h", .seconds(3600)), ("0.000000001s", .nanoseconds(1)),
        ("250 ms", .milliseconds(250)),
    ])
    func `A duration has a number and a unit of time`(text: String, duration: Duration) throws {
        #expect(try node(text).duration() == duration)
    }

    @Test(arguments: ["500", "20/s", "4KiB", "3 weeks", "5%"])
    func `A duration without such a unit is an error that lists units`(text: String) throws {
        let error = issue { try node(text).duration() }
        #expect(error?.code == .wrongUnit)
        #expect(error?.path == "value")
        #expect(error?.remedy.contains("ms, s, us, ns, min, h") == true)
    }

    @Test(arguments: ["soon", "\"500ms\"", "[1s]", "1.s", ".5s", "1e3ms", "~", "--1s"])
    func `What is no quantity at all is no duration`(text: String) throws {
        #expect(issue { try node(text).duration() }?.code == .wrongType)
    }

    @Test func `A negative duration, and one finer than a nanosecond, are out of range`() throws {
        #expect(issue { try node("-1s").duration() }?.code == .outOfRange)
        #expect(issue { try node("0.5ns").duration() }?.code == .outOfRange)
        #expect(issue { try node("9999999999999h").duration() }?.code == .outOfRange)
    }

    @Test(arguments: [("20/s", 20.0), ("60Hz", 60), ("30/min", 0.5), ("7200/h", 2), ("0.5/s", 0.5)])
    func `A rate is per second`(text: String, rate: Double) throws {
        #expect(try node(text).ratePerSecond() == rate)
    }

    @Test func `A rate needs its unit and is above zero`() throws {
        #expect(issue { try node("20").ratePerSecond() }?.code == .wrongUnit)
        #expect(issue { try node("20ms").ratePerSecond() }?.code == .wrongUnit)
        #expect(issue { try node("0/s").ratePerSecond() }?.code == .outOfRange)
    }

    @Test(arguments: [("500", 500), ("10k", 10_000), ("1.5k", 1500), ("2M", 2_000_000), ("-3", -3)])
    func `A count is whole, in thousands and millions where that is shorter`(
        text: String, count: Int
    ) throws {
        #expect(try node(text).integer() == count)
    }

    @Test func `A count with a unit, a fraction or out of its range is an error`() throws {
        #expect(issue { try node("500ms").integer() }?.code == .wrongUnit)
        #expect(issue { try node("0.5").integer() }?.code == .wrongType)
        #expect(issue { try node("many").integer() }?.code == .wrongType)
        let error = issue { try node("0").integer(in: 1...Int.max) }
        #expect(error?.code == .outOfRange)
        #expect(error?.remedy == "write a whole number from 1 on")
    }

    @Test func `A seed is any 64 bits`() throws {
        #expect(try node("20130429").seed() == 20_130_429)
        #expect(try node("18446744073709551615").seed() == UInt64.max)
        #expect(try node("0x5EED").seed() == 0x5EED)
        #expect(issue { try node("-1").seed() }?.code == .wrongType)
    }

    @Test func `A number has no unit and a percentage has its sign`() throws {
        #expect(try node("0.25").number() == 0.25)
        #expect(issue { try node("0.25s").number() }?.code == .wrongType)
        #expect(issue { try node("1.25").number(in: 0...1) }?.code == .outOfRange)
        #expect(try node("5%").percent() == 5)
        #expect(issue { try node("5").percent() }?.code == .wrongUnit)
    }

    @Test func `Only true and false are truth values`() throws {
        #expect(try node("true").boolean())
        #expect(try node("false").boolean() == false)
        #expect(issue { try node("yes").boolean() }?.code == .wrongType)
    }

    @Test func `An unknown name of an enumeration is an error with the nearest`() throws {
        #expect(try node("wal").name(of: Journal.self, what: "journal mode") == .wal)
        let error = issue { try node("wall").name(of: Journal.self, what: "journal mode") }
        #expect(error?.code == .unknownName)
        #expect(error?.message == "unknown journal mode “wall”")
        #expect(error?.remedy == "did you mean “wal”?")
        let other = issue { try node("truncate").name(of: Journal.self, what: "journal mode") }
        #expect(other?.remedy == "there are wal, delete")
    }

    @Test func `Words of a text are read one by one`() throws {
        let words = try node("poisson 20/s").words()
        #expect(try words[0].string() == "poisson")
        #expect(try words[1].ratePerSecond() == 20)
        #expect(words[1].position.line == 1)
    }

    @Test func `A list is no text, a text no mapping and a mapping no list`() throws {
        #expect(issue { try node("[1, 2]").string() }?.code == .wrongType)
        #expect(issue { try node("abc").mapping() }?.code == .wrongType)
        #expect(issue { try node("{a: 1}").elements() }?.code == .wrongType)
        #expect(issue { try node("").string() }?.code == .wrongType)
    }
}
