/// The commits of the stores that are damaged, and the content that each leaves.
struct DamageScript: Sendable {
    let operations: [DamageStep]
    /// The store's content before the run, as one step outside of it.
    let base: DamageStep

    func operation(_ index: Int) -> DamageStep {
        index == 0 ? base : operations[index - 1]
    }

    /// The content of a store that holds these operations, and the content before the run.
    func content(of indices: some Sequence<Int>) -> DamageContent {
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
        return DamageContent(
            lines: notes.map { "Note \($0.key): \($0.value)" }
                + cities.map { "City \($0.key): \($0.value)" }
                + Set(cities.values).map { "Country \($0)" })
    }

    var wholeContent: DamageContent { content(of: operations.map(\.index)) }
}
