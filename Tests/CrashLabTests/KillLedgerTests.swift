import CrashLab
import Execution
import Runs
import Topologies
import Testing

/// Records as a killed `private-writer` leaves them: context 0 is the writer, 1 is main.
private struct Records {
    private(set) var list: [SharedLedger.Record] = []

    mutating func add(
        _ event: KillLedger.Event, context: Int = 0, operation: Int = 0, count: Int = 0
    ) {
        list.append(
            SharedLedger.Record(
                sequence: list.count + 1, kind: KillLedger.kind(event, context: context),
                id: UInt32(operation), count: count,
                at: Instant(nanoseconds: Int64(list.count) * 1_000_000)))
    }

    func account() -> KillLedger.Account {
        KillLedger.account(of: list, topology: TopologyCatalogue.all[1])
    }
}

struct `The ledger of a killed run` {
    //   main (1)                  writer (0)
    //   edited 7
    //   intent ── pushed ── acked
    //   saved 7
    //                             intent
    //   ──── kill
    private func untilTheWritersIntent() -> Records {
        var records = Records()
        records.add(.began)
        records.add(.edited, context: 1, operation: 7, count: 3)
        records.add(.intent, context: 1)
        records.add(.pushed, context: 1)
        records.add(.acked, context: 1)
        records.add(.saved, operation: 7)
        records.add(.intent)
        return records
    }

    @Test func `An intent without its acknowledgement leaves the transaction in flight`() {
        let account = untilTheWritersIntent().account()
        #expect(account.ledger.possibleContents == [[], [7]])
        #expect(account.ledger.entries.map(\.saved) == [Instant(nanoseconds: 5_000_000)])
    }

    //   writer (0)
    //   edited 7
    //   intent ── failed
    //   withdrawn 7
    //   edited 8
    //   intent ── acked
    @Test func `Edits that were given up go with no later save`() {
        var records = Records()
        records.add(.began)
        records.add(.edited, operation: 7, count: 3)
        records.add(.intent)
        records.add(.failed)
        records.add(.withdrawn, operation: 7)
        records.add(.edited, operation: 8, count: 1)
        records.add(.intent)
        records.add(.acked)
        let ledger = records.account().ledger
        #expect(ledger.possibleContents == [[8]])
        #expect(ledger.entries.filter { $0.committed != nil }.map(\.operation) == [8])
    }

    @Test func `An acknowledgement of a root commits what was in its bag`() {
        var records = untilTheWritersIntent()
        records.add(.acked)
        let account = records.account()
        #expect(account.ledger.possibleContents == [[7]])
        #expect(account.ledger.entries.map(\.committed) == [Instant(nanoseconds: 7_000_000)])
    }

    //   a late child of main (2)  main (1)                  writer (0)
    //   placed under main
    //   edited 8
    //   intent ── pushed ── acked
    //                             intent ── pushed ── acked
    //                                                       intent ── acked
    @Test func `A context of code that comes late is followed through its parents`() {
        var records = Records()
        records.add(.began)
        records.add(.placed, context: 2, operation: 2)
        records.add(.edited, context: 2, operation: 8, count: 1)
        for context in [2, 1] {
            records.add(.intent, context: context)
            records.add(.pushed, context: context)
            records.add(.acked, context: context)
        }
        records.add(.intent)
        #expect(records.account().ledger.possibleContents == [[], [8]])
        records.add(.acked)
        #expect(records.account().ledger.possibleContents == [[8]])
    }

    @Test func `A record of a context that was never placed is none of the run's`() {
        var records = untilTheWritersIntent()
        records.add(.edited, context: 5, operation: 9, count: 1)
        #expect(records.account().ledger.possibleContents == [[], [7]])
    }

    @Test func `A save that failed leaves its edits where they were`() {
        var records = untilTheWritersIntent()
        records.add(.failed)
        #expect(records.account().ledger.possibleContents == [[]])
    }

    @Test func `The run's begin and the last record are told`() {
        let account = untilTheWritersIntent().account()
        #expect(account.began == Instant(nanoseconds: 0))
        #expect(account.last == Instant(nanoseconds: 6_000_000))
        #expect(Records().account().began == nil)
    }
}
