import CoreData
import Execution
import Foundation
import Testing

/// Random programs of edits: undo leads through every former state to the beginning, redo to the
/// end.
@Suite(.inVirtualTime) struct `Random undo` {
    /// What a program does, and every object that it ever had.
    private final class World {
        let context: NSManagedObjectContext
        var random: RandomStream
        var objects: [NSManagedObject] = []

        init(_ context: NSManagedObjectContext, seed: UInt64) {
            self.context = context
            random = RandomStream(seed: seed)
        }

        func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

        func any(_ entity: String) -> NSManagedObject? {
            let alive = objects.filter { $0.entity.name == entity && isAlive($0) }
            return alive.isEmpty ? nil : alive[number(below: alive.count)]
        }

        func isAlive(_ object: NSManagedObject) -> Bool {
            object.managedObjectContext != nil && !object.isDeleted
        }

        func edit() {
            switch number(below: 9) {
            case 0: objects.append(context.make("Author", ["name": "\(number(below: 99))"]))
            case 1: objects.append(context.make("Book", ["author": any("Author")]))
            case 2: objects.append(context.make("Tag"))
            case 3: any("Book")?.setValue("\(number(below: 5))", forKey: "title")
            case 4: any("Book")?.setValue(any("Author"), forKey: "author")
            case 5: any("Book").map { any("Tag")?.mutableSetValue(forKey: "books").add($0) }
            case 6: any("Tag")?.setValue(Set<NSManagedObject>(), forKey: "books")
            case 7: any("Author")?.setValue(number(below: 3), forKey: "born")
            default: any(["Author", "Book", "Tag"][number(below: 3)]).map(context.delete)
            }
        }

        /// Every object's values and relationships, objects by their number.
        var state: [String] {
            objects.enumerated().map { index, object in
                guard isAlive(object) else { return "\(index): –" }
                let values = object.entity.attributesByName.keys.sorted().map { key in
                    "\(key)=\(object.value(forKey: key).map { "\($0)" } ?? "")"
                }
                let links = object.entity.relationshipsByName.keys.sorted().map { key in
                    let ends = object.many(key).union([object.one(key)].compactMap { $0 })
                    return "\(key)=\(objects.indices.filter { ends.contains(objects[$0]) })"
                }
                return "\(index): \(values) \(links)"
            }
        }
    }

    @Test(arguments: [false, true])
    func `Undo leads through every state to the beginning, and redo to the end`(
        _ saves: Bool
    ) throws {
        for seed in UInt64(1)...150 { try run(seed, saves: saves) }
    }

    private func run(_ seed: UInt64, saves: Bool) throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let world = World(context, seed: seed)
            for _ in 0..<12 { world.edit() }
            try context.save()
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            var states = [world.state]
            for _ in 0..<12 {
                manager.beginUndoGrouping()
                for _ in 0...world.number(below: 4) { world.edit() }
                context.processPendingChanges()
                manager.endUndoGrouping()
                states.append(world.state)
                if saves, world.number(below: 4) == 0 { try context.save() }
            }
            let count = world.objects.count
            func check(_ expected: [String], _ what: String) {
                // Objects that a later step made do not exist yet.
                let padded = expected + (expected.count..<count).map { "\($0): –" }
                #expect(world.state == padded, "\(what), seed \(seed), saves: \(saves)")
            }
            var distinct: [[String]] = []
            for state in states {
                let padded = state + (state.count..<count).map { "\($0): –" }
                if distinct.last != padded { distinct.append(padded) }
            }
            for state in distinct.dropLast().reversed() {
                context.undo()
                check(state, "undo")
            }
            #expect(saves || context.insertedObjects.isEmpty, "seed \(seed)")
            #expect(saves || context.deletedObjects.isEmpty, "seed \(seed)")
            for state in distinct.dropFirst() {
                context.redo()
                check(state, "redo")
            }
            try context.save()
            let saved = world.state
            context.refreshAllObjects()
            #expect(world.state == saved, "what the store has, seed \(seed)")
        }
    }
}
