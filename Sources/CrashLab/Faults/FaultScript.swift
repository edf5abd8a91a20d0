import Topologies

/// The short run that is repeated for each fault, and the content that its operations make.
struct FaultScript: Sendable {
    let operations: [FaultOperation]
    /// The store's content before the run, as one step outside of it.
    let base: FaultOperation

    /// Two roles take turns: inserts, changes and deletions of pending, just saved and long saved
    /// objects; an import that creates its country, and one that finds it.
    static let standard = FaultScript(
        operations: [
            FaultOperation(index: 1, role: .ui, inserted: [1, 2, 3]),
            FaultOperation(index: 2, role: .importer, cities: [1, 2, 3, 4], country: "BB"),
            FaultOperation(index: 3, role: .ui, changed: [1, 100], deleted: [2]),
            FaultOperation(index: 4, role: .importer, cities: [5, 6, 7], country: "BB"),
            FaultOperation(
                index: 5, role: .ui, inserted: [4], changed: [3], deleted: [101]),
            FaultOperation(index: 6, role: .importer, cities: [8, 9], country: "CC"),
        ],
        base: FaultOperation(
            index: 0, role: .ui, inserted: [100, 101, 102], cities: [100], country: "AA"))

    func operation(_ index: Int) -> FaultOperation {
        index == 0 ? base : operations[index - 1]
    }

    /// The content of a store that holds these operations, and the content before the run.
    func content(of indices: some Sequence<Int>) -> FaultContent {
        var notes: [Int: String] = [:]
        var cities: [Int: String] = [:]
        for index in [0] + Set(indices).sorted() {
            let operation = operation(index)
            for note in operation.inserted { notes[note] = "written by \(index)" }
            for note in operation.changed where notes[note] != nil {
                notes[note] = "changed by \(index)"
            }
            for note in operation.deleted { notes[note] = nil }
            for city in operation.cities { cities[city] = operation.country }
        }
        return FaultContent(
            lines: notes.map { "Note \($0.key): \($0.value)" }
                + cities.map { "City \($0.key): \($0.value)" }
                + Set(cities.values).map { "Country \($0)" })
    }

    var wholeContent: FaultContent { content(of: operations.map(\.index)) }
}
