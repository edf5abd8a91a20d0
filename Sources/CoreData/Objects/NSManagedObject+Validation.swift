import Foundation

/// The Swift name of Cocoa's out-parameters; on Linux nothing is autoreleased.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

extension NSManagedObject {
    /// Adds the errors that forbid saving this object.
    func validate(into errors: inout [NSError]) {
        let isSubclassed = withLayout { layout in
            if !layout.isSubclassed { layout.validation.check(self, into: &errors) }
            return layout.isSubclassed
        }
        guard isSubclassed else { return }
        do {
            if state.contains(.inserted) {
                try validateForInsert()
            } else {
                try validateForUpdate()
            }
        } catch {
            errors += CoreDataError.parts(of: error as NSError)
        }
    }

    /// Adds the errors that forbid deleting this object.
    func validateDeletion(into errors: inout [NSError]) {
        guard layout.isSubclassed else { return checkDeletion(into: &errors) }
        do { try validateForDelete() } catch {
            errors += CoreDataError.parts(of: error as NSError)
        }
    }

    /// The default validation that `validateForInsert()` and `validateForUpdate()` run.
    func validateValues() throws {
        // Most entities have rules for few properties or none.
        if !layout.validatesEachValue && layout.validation.isEmpty { return }
        var errors: [NSError] = []
        if layout.validatesEachValue {
            for slot in layout.slots where isToValidate(slot) {
                validateEach(slot.name, into: &errors)
            }
            for (index, place) in layout.toManys.enumerated() where isToValidate(toMany: index) {
                validateEach(layout.relationships[place].name, into: &errors)
            }
        } else {
            layout.validation.check(self, into: &errors)
        }
        if let error = CoreDataError.combined(errors) { throw error }
    }

    /// Calls the subclass's `validateValue(_:forKey:)` with a property's value.
    ///
    /// If the method replaces the value, the object takes the new one.
    private func validateEach(_ key: String, into errors: inout [NSError]) {
        let former = Self.boxed(read(key))
        var value = former
        do { try validateValue(&value, forKey: key) } catch {
            errors += CoreDataError.parts(of: error as NSError)
            return
        }
        if value !== former { write(value, key) }
    }

    private static func boxed(_ value: Any?) -> AnyObject? {
        switch value {
        case nil: nil
        case let text as String: NSString(string: text)
        case let date as Date: date as NSDate
        case let data as Data: data as NSData
        case let id as UUID: id as NSUUID
        case let url as URL: url as NSURL
        case let objects as Set<NSManagedObject>: NSSet(array: Array(objects))
        case let value?: value as AnyObject
        }
    }

    func validate(_ value: Any?, forKey key: String) throws {
        var errors: [NSError] = []
        layout.validation.check(value, forKey: key, of: self, into: &errors)
        if let error = CoreDataError.combined(errors) { throw error }
    }

    func checkDeletion() throws {
        var errors: [NSError] = []
        checkDeletion(into: &errors)
        if let error = CoreDataError.combined(errors) { throw error }
    }

    private func checkDeletion(into errors: inout [NSError]) {
        for relationship in layout.validation.denying {
            let keys = destinationKeys(relationship)
            let members = keys.compactMap { object(at: $0) }.filter { !$0.isDead }
            guard !members.isEmpty else { continue }
            errors.append(CoreDataError.deniedDelete(self, relationship.name, members))
        }
    }

    /// Whether a save validates a slot: all of a new object, else only the changed ones.
    @inline(__always)
    func isToValidate(_ slot: Slot) -> Bool {
        state.contains(.inserted) || details?.isDirty(slot.index) ?? false
    }

    func isToValidate(toMany index: Int) -> Bool {
        state.contains(.inserted) || details?.toManys[index].hasChanges ?? false
    }

    /// The row that was last fetched or saved; `nil` for an inserted object.
    var committedRow: Row? {
        if state.contains(.inserted) { return nil }
        return details?.base ?? row
    }
}
