import Foundation

extension NSManagedObject {
    /// Adds what forbids saving this object.
    func validate(into errors: inout [NSError]) {
        guard let row else { return }
        for slot in layout.slots where !slot.isTransient {
            if !state.contains(.inserted), !(details?.isDirty(slot.index) ?? false) { continue }
            let isNull = row.isNull(slot.index)
            if isNull && !slot.isOptional {
                errors.append(
                    CoreDataError.validation(
                        NSValidationMissingMandatoryPropertyError, self, slot.name, nil,
                        "a value is required"))
            }
        }
    }

    /// The row that was last fetched or saved; `nil` for an inserted object.
    var committedRow: Row? {
        if state.contains(.inserted) { return nil }
        return details?.base ?? row
    }
}
