import Execution
import Probes
import Testing

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

struct `The ledger of edits` {
    //   ms   main (root)
    //    0   edit op 1 (3 edits)
    //    5   will save
    //    8   commit
    //    9   did save; op 1 saved
    @Test func `A root's edits are committed when its transaction is`() {
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 1, count: 3, in: "main", at: at(0))
        ledger.willSave("main")
        #expect(ledger.operationInSave(of: "main") == 1)
        ledger.didCommit("main", at: at(8))
        ledger.didSave("main", at: at(9))
        ledger.saved(operation: 1, at: at(9))
        #expect(
            ledger.entries == [
                EditLedger.Entry(
                    operation: 1, count: 3, edited: at(0), saved: at(9), committed: at(8))
            ])
        #expect(ledger.possibleContents == [[1]])
    }

    //   ms   late (child of main)        main (root)
    //    0   comes into sight, edit op 1
    //    1   will save
    //    2                               did push
    //    3   did save; op 1 saved
    //    5                               will save, commit, did save
    @Test func `A context that comes late brings its edits to the parent that it was seen under`() {
        var ledger = EditLedger(parents: [:])
        ledger.place("late", under: "main")
        ledger.edit(operation: 1, count: 2, in: "late", at: at(0))
        ledger.willSave("late")
        ledger.didPush("late")
        ledger.didSave("late", at: at(3))
        ledger.saved(operation: 1, at: at(3))
        #expect(ledger.entries.map(\.committed) == [nil])
        ledger.willSave("main")
        ledger.didCommit("main", at: at(5))
        #expect(ledger.entries.map(\.committed) == [at(5)])
    }

    //   ms   main (root)                 importer (root)
    //    0   edit op 1                   edit op 2
    //    1   will save                   will save
    //    5   commit, attempt 8           commit, attempt 7
    @Test func `Two commits of one instant are told apart by their attempts`() {
        var ledger = EditLedger(parents: [:])
        for (operation, context) in [(1, "main"), (2, "importer")] {
            ledger.edit(operation: operation, count: 1, in: context, at: at(0))
            ledger.willSave(context)
        }
        ledger.didCommit("importer", at: at(5), attempt: 7)
        ledger.didCommit("main", at: at(5), attempt: 8)
        #expect(ledger.entries.map(\.committed) == [at(5), at(5)])
        #expect(ledger.entries.map(\.attempt) == [8, 7])
    }

    //   ms   main (child of writer)      writer (root)
    //    0   edit op 1
    //    2   will save … did save (3)
    //    3   op 1 saved
    //   10   edit op 2
    //   11   will save … did save (12)
    //  100                               will save
    //  110                               commit, did save
    //  120   edit op 3
    @Test func `A child's edits wait in the parent's bag for the parent's save`() {
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didSave("main", at: at(3))
        ledger.saved(operation: 1, at: at(3))
        #expect(ledger.possibleContents == [[]])
        ledger.edit(operation: 2, count: 1, in: "main", at: at(10))
        ledger.willSave("main")
        ledger.didSave("main", at: at(12))
        ledger.willSave("writer")
        #expect(ledger.possibleContents == [[], [1, 2]])
        ledger.didCommit("writer", at: at(110))
        ledger.didSave("writer", at: at(110))
        ledger.edit(operation: 3, count: 1, in: "main", at: at(120))
        #expect(ledger.entries.map(\.committed) == [at(110), at(110), nil])
        #expect(ledger.entries.map(\.saved) == [at(3), nil, nil])
        #expect(ledger.possibleContents == [[1, 2]])
    }

    //   ms   worker             main              writer (root)
    //    0   edit op 1
    //    1   save ───────────▶
    //    2                      save ───────────▶
    //    3                                        save ──▶ store
    @Test func `Edits climb one level a save`() {
        var ledger = EditLedger(parents: ["worker": "main", "main": "writer"])
        ledger.edit(operation: 1, count: 500, in: "worker", at: at(0))
        for (time, context) in ["worker", "main", "writer"].enumerated() {
            #expect(ledger.committedOperations == [])
            ledger.willSave(context)
            ledger.didSave(context, at: at(Int64(time) + 1))
        }
        #expect(ledger.entries[0].committed == at(3))
    }

    @Test func `A save that fails leaves the edits where they were`() {
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didFailToSave("main", at: at(1))
        #expect(ledger.possibleContents == [[]])
        ledger.edit(operation: 2, count: 1, in: "main", at: at(1))
        ledger.willSave("main")
        ledger.didSave("main", at: at(2))
        #expect(ledger.entries.map(\.committed) == [at(2), at(2)])
    }

    @Test func `A save without a transaction of its own is committed when it returns`() {
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didSave("main", at: at(4))
        #expect(ledger.entries[0].committed == at(4))
    }

    //   ms   main (child)              writer (root)
    //    0   edit op 1
    //    1   will save
    //    2   ───────────────────────▶  did push (on the writer's queue)
    //    3                             will save
    //    4                             commit
    //    5   did save
    @Test func `A parent's save takes along what a child has pushed, before the child returns`() {
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.willSave("main")
        #expect(ledger.childrenSaving(into: "writer") == ["main"])
        ledger.didPush("main")
        #expect(ledger.childrenSaving(into: "writer") == [])
        ledger.willSave("writer")
        ledger.didCommit("writer", at: at(4))
        ledger.didSave("main", at: at(5))
        #expect(ledger.entries[0].committed == at(4))
        #expect(ledger.possibleContents == [[1]])
    }

    //   ms   main (child)              writer (root)
    //    0   edit op 1
    //    1                             will save
    //    2   will save (waits for the writer's queue)
    //    4                             commit, did save
    //    5   did push, did save
    @Test func `A child that pushes after its parent saved waits for the next save`() {
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.willSave("writer")
        ledger.willSave("main")
        ledger.didCommit("writer", at: at(4))
        ledger.didSave("writer", at: at(4))
        ledger.didPush("main")
        ledger.didSave("main", at: at(5))
        #expect(ledger.entries[0].committed == nil)
        #expect(ledger.possibleContents == [[]])
        ledger.willSave("writer")
        #expect(ledger.possibleContents == [[], [1]])
    }

    //   ms   main (root)
    //    0   edit op 1
    //    1   will save
    //    2   commit
    //   ──── crash: the acknowledgement never came
    @Test func `What is committed is not in flight, though the save has not returned`() {
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didCommit("main", at: at(2))
        #expect(ledger.possibleContents == [[1]])
        ledger.didFailToSave("main", at: at(3))
        #expect(ledger.possibleContents == [[1]])
    }

    @Test func `Two roots in flight make four possible contents`() {
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.edit(operation: 2, count: 1, in: "importer", at: at(0))
        ledger.willSave("importer")
        ledger.willSave("main")
        #expect(ledger.possibleContents == [[], [2], [1], [1, 2]])
    }

    @Test func `An operation is saved once, at the first word of it`() {
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 1, count: 1, in: "main", at: at(0))
        ledger.saved(operation: 1, at: at(1))
        ledger.saved(operation: 1, at: at(2))
        ledger.saved(operation: 7, at: at(2))
        #expect(ledger.entries[0].saved == at(1))
    }

    //   ms   main (child)              writer (root)
    //    0   edit op 1
    //    1   will save, did push, did save
    //    2   saved: the app believes it
    //    3                             will save
    //    4                             throws: the editor gets no error
    //    5                             will save, throws again
    @Test func `A parent's save that fails later loses what is believed saved, once each`() {
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 1, count: 2, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didSave("main", at: at(1))
        ledger.saved(operation: 1, at: at(2))
        #expect(ledger.entries[0].silentlyFailed == nil)
        for time in [4, 5] {
            ledger.willSave("writer")
            ledger.didFailToSave("writer", at: at(Int64(time)))
        }
        #expect(ledger.entries[0].silentlyFailed == at(4))
    }

    //   ms   main (child)              writer (root)
    //    1   will save, did push
    //    2                             will save, throws
    //    3   did save
    //    4   saved: the app believes it
    @Test func `A parent's save that fails before the app is told loses as silently`() {
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 1, count: 2, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didPush("main")
        ledger.willSave("writer")
        ledger.didFailToSave("writer", at: at(2))
        ledger.didSave("main", at: at(3))
        #expect(ledger.entries[0].silentlyFailed == nil)
        ledger.saved(operation: 1, at: at(4))
        #expect(ledger.entries[0].silentlyFailed == at(4))
    }

    //   ms   main (child)              writer (root)
    //    1   will save, throws: the app gets the error
    //    2   will save, did save
    //    3   saved
    //    4                             will save, commit
    @Test func `A failed save that the app is told of is not silent`() {
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 1, count: 2, in: "main", at: at(0))
        ledger.willSave("main")
        ledger.didFailToSave("main", at: at(1))
        ledger.willSave("main")
        ledger.didSave("main", at: at(2))
        ledger.saved(operation: 1, at: at(3))
        ledger.willSave("writer")
        ledger.didSave("writer", at: at(4))
        #expect(ledger.entries[0].silentlyFailed == nil)
        #expect(ledger.entries[0].committed == at(4))
    }
}
