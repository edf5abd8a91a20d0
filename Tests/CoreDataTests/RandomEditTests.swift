import CoreData
import Execution
import Foundation
import Testing

/// Random edits, compared with a model of plain values.
///
/// A failure names its seed and round; the seed is the argument, and `LAB_TEST_SEED=<seed> swift
/// test --filter RandomEditTests` repeats it.
@Suite(.inVirtualTime, .timeLimit(.minutes(30))) struct RandomEditTests {
    private static let rounds = 200
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["LAB_TEST_SEED"].flatMap(UInt64.init).map { [$0] }
        ?? [1, 2, 3]

    @Test(arguments: seeds)
    func `One context: edits, saves, rollbacks and refreshes`(seed: UInt64) throws {
        let store = try TestStore()
        let context = store.context()
        var editor = RandomEditor(RandomStream(seed: seed).keyed("one"))
        var saved = LibraryContents()
        for round in 0..<Self.rounds {
            let comment: Comment = "seed \(seed), round \(round)"
            try context.performAndWait {
                try editor.edit(context)
                #expect(try LibraryContents(context, comment) == editor.contents, comment)
                if editor.oneIn(5) {
                    context.rollback()
                    editor.contents = saved
                } else if editor.oneIn(2) {
                    try context.save()
                    saved = editor.contents
                }
                if editor.oneIn(5) { context.refreshAllObjects() }
                if editor.oneIn(10), !context.hasChanges { context.reset() }
                #expect(try LibraryContents(context, comment) == editor.contents, comment)
            }
            try #require(try LibraryContents(store, comment) == saved, comment)
        }
    }

    /// Parent and child are edited in turn; the child holds nothing between its rounds, so that it
    /// reads the parent's values.
    @Test(arguments: seeds)
    func `A child and its parent: edits on both levels, saves on each`(seed: UInt64) throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        var editor = RandomEditor(RandomStream(seed: seed).keyed("nested"))
        var saved = LibraryContents()
        for round in 0..<Self.rounds {
            let comment: Comment = "seed \(seed), round \(round)"
            if editor.oneIn(4) {
                try parent.performAndWait { try editor.edit(parent) }
            } else {
                let before = editor.contents
                try child.performAndWait {
                    try editor.edit(child)
                    #expect(try LibraryContents(child, comment) == editor.contents, comment)
                    if editor.oneIn(5) {
                        child.rollback()
                        editor.contents = before
                    } else {
                        try child.save()
                    }
                    #expect(try LibraryContents(child, comment) == editor.contents, comment)
                }
            }
            try parent.performAndWait {
                #expect(try LibraryContents(parent, comment) == editor.contents, comment)
                guard editor.oneIn(3) else { return }
                try parent.save()
                saved = editor.contents
            }
            try #require(try LibraryContents(store, comment) == saved, comment)
        }
    }

    /// Two siblings save in turn, each merges the other's did-save and holds every object, so that
    /// nothing but the merge can bring it the other's changes.
    @Test(arguments: seeds)
    func `Two siblings: each merges what the other saved`(seed: UInt64) throws {
        let store = try TestStore()
        let pair = [store.context("left"), store.context("right")]
        let tokens = [observe(pair[0], pair[1]), observe(pair[1], pair[0])]
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        var held: [Set<NSManagedObject>] = [[], []]
        var editor = RandomEditor(RandomStream(seed: seed).keyed("siblings"))
        for round in 0..<Self.rounds {
            let comment: Comment = "seed \(seed), round \(round)"
            let active = editor.oneIn(2) ? 0 : 1
            try pair[active].performAndWait {
                try editor.edit(pair[active])
                try pair[active].save()
            }
            for (index, context) in pair.enumerated() {
                try context.performAndWait {
                    #expect(!context.hasChanges, comment)
                    #expect(
                        try LibraryContents(context, comment) == editor.contents,
                        "\(comment), \(index == active ? "saving" : "merging") side")
                    held[index] = Set(
                        try ["Author", "Book", "Tag"].flatMap { try context.all($0) })
                }
            }
            try #require(try LibraryContents(store, comment) == editor.contents, comment)
        }
        #expect(!held.isEmpty)
    }

    private func observe(
        _ from: NSManagedObjectContext, _ into: NSManagedObjectContext
    ) -> any NSObjectProtocol {
        let target = into
        return NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: from, queue: nil
        ) { note in
            nonisolated(unsafe) let note = note
            target.performAndWait { target.mergeChanges(fromContextDidSave: note) }
        }
    }
}
