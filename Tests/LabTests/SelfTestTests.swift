import Testing
import Verdicts
import lab

/// The verdict of a selftest: no test here starts a process.
struct `A selftest` {
    private static func one(
        _ kind: SelfTestCase.Kind, isFound: Bool, otherCores: Double? = 0.02
    ) -> SelfTestCase {
        SelfTestCase(kind: kind, isFound: isFound, otherCores: otherCores)
    }

    @Test(arguments: [SelfTestCase.Kind.comparison, .slowDown, .disturbed])
    func `What is missed beside other work is inconclusive, and on an idle machine a bug`(
        kind: SelfTestCase.Kind
    ) {
        let idle = Self.one(kind, isFound: false)
        let loaded = Self.one(kind, isFound: false, otherCores: 1.4)
        let unknown = Self.one(kind, isFound: false, otherCores: nil)
        #expect(SelfTestTable.code(of: [idle]) == .bug)
        #expect(SelfTestTable.code(of: [unknown]) == .bug)
        #expect(SelfTestTable.code(of: [loaded]) == .inconclusive)
        #expect(SelfTestTable.code(of: [loaded, idle]) == .bug)
        let text = SelfTestTable.text(of: [loaded])
        #expect(text.hasPrefix("busy  ") && text.contains("1.4 cores busy"), "\(text)")
        #expect(SelfTestTable.text(of: [idle]).hasPrefix("MISSED"))
    }

    @Test func `What was found counts, whatever else ran`() {
        let cases = SelfTestCase.Kind.allCases.map {
            Self.one($0, isFound: true, otherCores: 1.9)
        }
        #expect(SelfTestTable.code(of: cases) == .ok)
    }

    @Test(arguments: [SelfTestCase.Kind.identical, .lostWrite])
    func `A lost row and a run that differs from itself are bugs, whatever else ran`(
        kind: SelfTestCase.Kind
    ) {
        #expect(SelfTestTable.code(of: [Self.one(kind, isFound: false, otherCores: 2)]) == .bug)
    }

    // 10 s on two processors at 100 ticks a second: 12 s of work, of which this process had 5.
    @Test func `The work of others is the machine's less one's own`() throws {
        func moment(_ user: Int, idle: Int, steal: Int, own: Double) throws -> OtherWork {
            let text = """
                cpu  \(user) 0 100 \(idle) 0 0 0 \(steal) 0 0
                cpu0 1 1 1 1 1 1 1 1 0 0
                cpu1 1 1 1 1 1 1 1 1 0 0
                intr 5
                """
            return try #require(OtherWork(statistics: text, own: own, ticksPerSecond: 100))
        }
        let first = try moment(1000, idle: 9000, steal: 0, own: 3)
        let later = try moment(2000, idle: 9800, steal: 200, own: 8)
        #expect(abs(later.cores(since: first) - 0.7) < 1e-9)
        #expect(later.cores(since: later) == 0)
        #expect(OtherWork(statistics: "cpu  0 0 0", own: 0, ticksPerSecond: 100) == nil)
        #expect(
            OtherWork(statistics: "cpu  0 0 0 0 0 0 0 0\ncpu0 0", own: 0, ticksPerSecond: 100)
                == nil)
    }
}
