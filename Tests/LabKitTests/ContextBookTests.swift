import CoreData
import LabKit
import Testing

struct `The names of contexts that a stack shows` {
    private let book = ContextBook()

    private func context() -> NSManagedObjectContext {
        NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    }

    private func enter(
        _ context: NSManagedObjectContext, _ base: String = "import", under parent: String? = nil,
        isLasting: Bool = false
    ) -> (name: String, isNew: Bool) {
        book.enter(context, base: base, under: parent, isLasting: isLasting, isUsed: true)
    }

    @Test func `Two at work at once have two names, and a third takes the one that is free`() {
        let (first, second, third) = (context(), context(), context())
        #expect(enter(first).name == "import")
        #expect(enter(second).name == "import 2")
        book.leave(first, hasUnsaved: false)
        #expect(enter(third).name == "import")
        // The first has lost its name and gets another.
        #expect(enter(first).name == "import 3")
    }

    @Test func `A context that comes again is the same, unless its parent is another`() {
        let kept = context()
        let parents = [nil, nil, "main", "main"]
        let seen = parents.map { parent in
            let entered = enter(kept, under: parent)
            book.leave(kept, hasUnsaved: false)
            return entered
        }
        #expect(seen.map(\.name) == Array(repeating: "import", count: 4))
        #expect(seen.map(\.isNew) == [true, false, true, false])
    }

    @Test func `Unsaved edits keep a name after the work`() {
        let (first, second) = (context(), context())
        _ = enter(first)
        book.leave(first, hasUnsaved: true)
        #expect(enter(second).name == "import 2")
    }

    @Test func `A context that lasts keeps its name without work`() {
        let (lasting, other) = (context(), context())
        _ = enter(lasting, "writer", isLasting: true)
        book.leave(lasting, hasUnsaved: false)
        #expect(enter(other, "writer").name == "writer 2")
    }

    @Test func `A task's context is gone with its task, and the next has its name`() {
        for _ in 0..<3 {
            let task = context()
            #expect(enter(task).name == "import")
            book.leave(task, hasUnsaved: false)
        }
    }
}
