import CoreData
import Execution
import Foundation
import Synchronization
import Testing

/// A save beside a writer that never pauses: whatever the policy settles is old by the next
/// attempt, because the writer commits between any two.
///
///     saver     ├─ conflict ─┤ settle   ├─ conflict ─┤ settle …   holds the writer ── saved
///     writer                 ├─ save ───┤            ├─ save ───┤ waits
@Suite struct StarvedSaveTests {
    /// Settles as its kind does, and takes a millisecond for it, in which a writer saves often.
    // @unchecked: the execution is never written.
    private final class SlowPolicy: NSMergePolicy, @unchecked Sendable {
        private let execution: any Execution

        init(_ execution: any Execution) {
            self.execution = execution
            super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        }

        override func resolve(mergeConflicts list: [Any]) throws {
            execution.sleep(for: .milliseconds(1))
            try super.resolve(mergeConflicts: list)
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>, [1, 4])
    func `A save gets through beside a writer that never pauses`(
        _ interleaving: UInt64, _ poolSize: Int
    ) throws {
        let execution = VirtualExecution(seed: 1, interleaving: interleaving)
        defer { execution.close() }
        try execution.run {
            let store = try TestStore(
                options: [NSPersistentStoreConnectionPoolMaxSizeKey: poolSize])
            let saver = store.context("the saver"), writer = store.context("the writer")
            try writer.performAndWait {
                writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                writer.make("Book", ["title": "A", "year": 0])
                try writer.save()
            }
            let isOver = Mutex(false), saves = Mutex(0)
            writer.perform {
                let book = try? writer.all("Book").first
                while !isOver.withLock({ $0 }) {
                    let number = saves.withLock {
                        $0 += 1; return $0
                    }
                    book?.setValue(number, forKey: "year")
                    try? writer.save()
                }
            }
            try saver.performAndWait {
                defer { isOver.withLock { $0 = true } }
                saver.mergePolicy = SlowPolicy(execution)
                let book = try #require(try saver.all("Book").first)
                // The writer is under way.
                while saves.withLock({ $0 }) < 3 { execution.sleep(for: .microseconds(10)) }
                book.setValue("mine", forKey: "title")
                try saver.save()
                #expect(!saver.hasChanges)
            }
            writer.performAndWait {}
            #expect(try store.titles() == ["mine"])
        }
    }
}
