import Execution
import Probes
import Testing

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

struct `The log of freshness` {
    private typealias Log = FreshnessLog<String>

    private func shown(_ log: Log) -> [Instant?] { log.batches.map(\.shown) }

    @Test func `In a shared context a batch is shown when save is called`() {
        var log = Log()
        log.willSave(operation: 1, sentinel: "t1", at: at(10), isShared: true)
        #expect(!log.isWaiting)
        log.settle(operation: 1, sentinel: "p1")
        #expect(shown(log) == [at(10)])
    }

    //   importer (child)      ui (parent)
    //   10 willSave(t1)
    //                         14 did-change with t1
    //   20 settle(t1)
    @Test func `A child's batch is shown by its temporary ID`() {
        var log = Log()
        log.willSave(operation: 1, sentinel: "t1", at: at(10), isShared: false)
        #expect(log.isWaiting)
        log.changed(at: at(14)) { $0 == "t1" }
        log.settle(operation: 1, sentinel: "t1")
        log.changed(at: at(30)) { $0 == "t1" }
        #expect(shown(log) == [at(14)])
    }

    //   importer (sibling)         ui
    //   10 willSave(t1)
    //   15 settle(p1), did-save
    //                              18 merge: did-change with p1
    @Test func `A sibling's batch is shown by its permanent ID`() {
        var log = Log()
        log.willSave(operation: 1, sentinel: "t1", at: at(10), isShared: false)
        log.settle(operation: 1, sentinel: "p1")
        log.merged(at: at(18)) { $0 == "p1" }
        log.merged(at: at(25)) { $0 == "p1" }
        #expect(shown(log) == [at(18)])
    }

    @Test func `What came first shows a batch, a merge or a fetch`() {
        var log = Log()
        for (operation, id) in [(1, "p1"), (2, "p2")] {
            log.willSave(operation: operation, sentinel: id, at: at(10), isShared: false)
            log.settle(operation: operation, sentinel: id)
        }
        log.merged(at: at(12)) { $0 == "p1" }
        log.refetchBegins()
        log.refetchEnded(at: at(20))
        log.merged(at: at(30)) { $0 == "p2" }
        #expect(shown(log) == [at(12), at(20)])
    }

    @Test func `Two batches wait, and each is shown by its own sentinel`() {
        var log = Log()
        log.willSave(operation: 1, sentinel: "t1", at: at(10), isShared: false)
        log.settle(operation: 1, sentinel: "p1")
        log.willSave(operation: 2, sentinel: "t2", at: at(20), isShared: false)
        log.settle(operation: 2, sentinel: "p2")
        log.changed(at: at(30)) { $0 == "p1" }
        #expect(shown(log) == [at(30), nil])
        log.changed(at: at(40)) { $0 == "p2" }
        #expect(shown(log) == [at(30), at(40)])
    }
}
