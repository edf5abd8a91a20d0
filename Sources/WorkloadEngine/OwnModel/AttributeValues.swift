/// The values of an object before it exists, in the order of its entity's attributes.
///
/// The parts that a line brings lie side by side in one array: one of its own for each would cost
/// as much as reading it.
struct AttributeValues: Sendable, RandomAccessCollection, MutableCollection {
    private var slice: ArraySlice<OwnValue?>

    init(_ values: [OwnValue?]) {
        slice = values[...]
    }

    /// The values of one of several objects of an entity.
    ///
    /// - Parameter all: those of the first object, then those of the second, and so on.
    init(of place: Int, in all: [OwnValue?], width: Int) {
        slice = all[place * width..<(place + 1) * width]
    }

    var startIndex: Int { 0 }
    var endIndex: Int { slice.count }

    /// A value as `setValue(_:forKey:)` takes it, read in place: a copy would count references.
    func settable(at attribute: Int) -> Any? {
        slice.withUnsafeBufferPointer { $0[attribute]?.settable }
    }

    subscript(attribute: Int) -> OwnValue? {
        get { slice[slice.startIndex + attribute] }
        set { slice[slice.startIndex + attribute] = newValue }
    }
}
