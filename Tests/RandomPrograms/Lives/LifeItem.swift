import CoreData

/// An object whose flags decide what it does when it wakes, is saved or deleted.
///
/// The flags are set by its insertion.
package final class LifeItem: NSManagedObject {
    /// The acts of an object, as bits of its attribute `f`.
    package enum Flags {
        /// `willSave` sets w to the last digit of x.
        static let setsInWillSave = 1
        /// `willSave` sets p to x, as a primitive value.
        static let setsPrimitiveInWillSave = 2
        /// `awakeFromFetch` sets d to ten times x, as a primitive value.
        static let wakesWithPrimitive = 4
        /// The same by its setter.
        package static let wakesWithValue = 8
    }

    /// How often the object was prepared for its deletion.
    private(set) var deletions = 0
    /// How often it was inserted into a context.
    private(set) var insertions = 0

    private func stored(_ key: String) -> Int? { value(forKey: key) as? Int }
    private func has(_ flag: Int) -> Bool { (stored("f") ?? 0) & flag != 0 }

    package override func awakeFromInsert() {
        super.awakeFromInsert()
        insertions += 1
        setValue(5, forKey: "y")
    }

    package override func awakeFromFetch() {
        super.awakeFromFetch()
        let derived = stored("x").map { 10 * $0 }
        if has(Flags.wakesWithPrimitive) { setPrimitiveValue(derived, forKey: "d") }
        if has(Flags.wakesWithValue) { setValue(derived, forKey: "d") }
    }

    package override func willSave() {
        super.willSave()
        guard !isDeleted else { return }
        let digit = stored("x").map { $0 % 10 }
        if has(Flags.setsInWillSave), stored("w") != digit { setValue(digit, forKey: "w") }
        if has(Flags.setsPrimitiveInWillSave), stored("p") != stored("x") {
            setPrimitiveValue(stored("x"), forKey: "p")
        }
    }

    package override func prepareForDeletion() {
        super.prepareForDeletion()
        deletions += 1
    }
}
