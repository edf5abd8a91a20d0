/// A composite attribute in a row: which slots have its elements.
struct CompositeLayout {
    indirect enum Element {
        case slot(name: String, Int)
        case composite(name: String, [Element])
    }

    let name: String
    let elements: [Element]

    /// The dictionary of the elements that are not nil; `nil` if all are.
    func value(in row: Row, _ slots: ContiguousArray<Slot>) -> [String: Any]? {
        Self.value(of: elements, in: row, slots)
    }

    private static func value(
        of elements: [Element], in row: Row, _ slots: ContiguousArray<Slot>
    ) -> [String: Any]? {
        var values: [String: Any] = [:]
        for element in elements {
            switch element {
            case .slot(let name, let index): values[name] = row.value(of: slots[index])
            case .composite(let name, let inner): values[name] = value(of: inner, in: row, slots)
            }
        }
        return values.isEmpty ? nil : values
    }

    /// The value for each slot that a dictionary sets; nil clears all.
    ///
    /// - Precondition: the dictionary names elements only.
    func assignments(of value: Any?) -> [(slot: Int, value: Any?)] {
        Self.assignments(of: value, to: elements, at: name)
    }

    private static func assignments(
        of value: Any?, to elements: [Element], at path: String
    ) -> [(slot: Int, value: Any?)] {
        let value = unwrapped(value)
        guard let values = value == nil ? [:] : value as? [String: Any] else {
            fatalError(
                """
                Unacceptable type of value for composite attribute: property = “\(path)” takes a \
                dictionary of its elements' values, given \(type(of: value!))
                """)
        }
        var rest = Set(values.keys)
        var assigned: [(slot: Int, value: Any?)] = []
        for element in elements {
            switch element {
            case .slot(let name, let index):
                rest.remove(name)
                assigned.append((index, values[name]))
            case .composite(let name, let inner):
                rest.remove(name)
                assigned += assignments(of: values[name], to: inner, at: "\(path).\(name)")
            }
        }
        guard let unknown = rest.sorted().first else { return assigned }
        fatalError("The composite attribute “\(path)” has no element “\(unknown)”")
    }
}
