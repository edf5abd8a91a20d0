/// The data that must be stored after operations, computed from the stream without any stack.
package struct ExpectedData: Sendable {
    package let content: StoreContent
    /// Every value that a user or server wrote to notes that both changed, and of each object that
    /// a user marked all that it may be where the workload lets one of the two writers lose.
    ///
    /// The merge policies decide which of them is stored in the end.
    private let versions: [StoreContent.Row]

    /// The outcome of the whole plan.
    package init(_ plan: OperationPlan) {
        self.init(plan, applying: plan.operations.map(\.index))
    }

    /// The content after only some of the operations, as after a crash.
    ///
    /// A batch brings its objects, their parts and the partners that they name, found or created.
    /// An edit sets an existing note to the edit's own values, whatever its values were;
    /// an edit of a missing note does nothing.
    ///
    /// - Parameters:
    ///   - indices: operations by their number, in the order in which they took effect.
    ///   - memory: has the rows of earlier calls for the same plan.
    /// - Complexity: O(objects).
    package init(_ plan: OperationPlan, applying indices: [Int], memory: RowMemory? = nil) {
        var lines = PresentLines()
        var notes: [Int: NoteValue] = [:]
        var written: Set<Int> = []
        var partners = 0..<0
        for index in indices {
            switch plan.operations[index].payload {
            case .preload(let numbers):
                for number in numbers { notes[number] = plan.initialNotes[number] }
                written.formUnion(numbers)
            case .preloadImported(let batch): lines.preload(batch)
            case .preloadPartners(let batch): partners = batch
            case .importBatch(let batch): lines.bring(batch)
            case .linkBatch(let batch): lines.link(batch)
            case .add(let note):
                notes[note.number] = note
                written.insert(note.number)
            case .edit(let note):
                if notes[note.number] != nil { notes[note.number] = note }
            case .mark(let mark): lines.mark(mark)
            case .sync(let values):
                for note in values where notes[note.number] != nil { notes[note.number] = note }
            case .delete(let number):
                notes[number] = nil
            case .cancelBatch, .fetchPage, .fetchAsync, .scroll, .search, .fetchOne, .fetchAll,
                .lookUp, .enterBackground:
                break
            }
        }
        versions = Self.versions(plan, indices)
        let present = notes.values.sorted { $0.number < $1.number }
        content =
            plan.objects.storeContent(
                lines: lines.all, partnersOf: partners, notes: present, written: written,
                relationships: plan.relationships, memory)
    }

    /// Compares a store with the expected data: an object that two wrote may hold any one of its
    /// versions, whole; everything else must equal the content.
    ///
    /// - Returns: the differences, in lines for a person to read.
    package func differences(of actual: StoreContent) -> [String] {
        guard !versions.isEmpty else {
            return actual == content ? [] : actual.differences(from: content)
        }
        return actual.differences(from: content) { versions.contains($0) }
    }

    private static func versions(
        _ plan: OperationPlan, _ indices: [Int]
    ) -> [StoreContent.Row] {
        var contested: Set<Int> = []
        for index in indices {
            guard case .sync(let values) = plan.operations[index].payload else { continue }
            contested.formUnion(values.map(\.number))
        }
        var versions: [StoreContent.Row] = []
        if plan.marksHold == .either {
            versions += plan.objects.rows(ofMarked: marks(plan, indices), plan.relationships)
        }
        func add(_ note: NoteValue) {
            guard contested.contains(note.number) else { return }
            plan.objects.row(of: note).map { versions.append($0) }
        }
        for index in indices {
            switch plan.operations[index].payload {
            case .preload(let numbers): for number in numbers { add(plan.initialNotes[number]) }
            case .add(let note), .edit(let note): add(note)
            case .sync(let values): values.forEach(add)
            default: break
            }
        }
        return versions
    }
    /// The user's marks, by the lines of their objects, in the order in which they were made.
    private static func marks(_ plan: OperationPlan, _ indices: [Int]) -> [Int: [NoteValue]] {
        var marks: [Int: [NoteValue]] = [:]
        for index in indices {
            guard case .mark(let mark) = plan.operations[index].payload else { continue }
            marks[mark.number, default: []].append(mark)
        }
        return marks
    }
}
