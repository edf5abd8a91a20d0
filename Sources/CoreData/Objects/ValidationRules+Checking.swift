import Foundation

extension ValidationRules {
    /// Adds the errors in an object's values: all of a new object's, else the changed ones.
    func check(_ object: NSManagedObject, into errors: inout [NSError]) {
        guard let row = object.row else { return }
        for place in trials.indices where !trials[place].passes(row) {
            let rule = slots[place]
            if object.isToValidate(rule.slot) { rule.check(row, of: object, into: &errors) }
        }
        for place in toManyTrials.indices where toManyTrials[place].mayFail(object) {
            let rule = toManys[place]
            guard object.isToValidate(toMany: rule.index) else { continue }
            if rule.needsMembers {
                rule.check(object.memberKeys(ofToMany: rule.index), of: object, into: &errors)
            } else if let added = object.details?.toManys[rule.index].added {
                rule.checkEntities(added.all, of: object, into: &errors)
            }
        }
    }

    /// Adds the errors in one value, whether the object has it already or not.
    func check(
        _ value: Any?, forKey key: String, of object: NSManagedObject, into errors: inout [NSError]
    ) {
        for rule in slots where rule.slot.name == key {
            rule.check(value, of: object, into: &errors)
        }
        for rule in toManys where rule.name == key {
            let members = (PredicateValue.elements(of: value ?? NSNull()) ?? [])
                .compactMap { ($0 as? NSManagedObject)?.key }
            rule.check(members, of: object, into: &errors)
        }
    }
}

extension ValidationRules.ToManyTrial {
    /// Whether an object's members need a look.
    @inline(__always)
    func mayFail(_ object: NSManagedObject) -> Bool {
        if needsMembers { return true }
        guard object.rare.hasDetails else { return false }
        return object.rare.withDetails { !$0.toManys[index].added.isEmpty }
    }
}

extension ValidationRules.SlotRule {
    func check(_ row: Row, of object: NSManagedObject, into errors: inout [NSError]) {
        if row.isNull(slot.index) {
            if isMandatory { errors.append(missing(in: object)) }
            return
        }
        if let destination {
            let key = row.reference(of: slot)
            if destination.allows(key), checks.isEmpty { return }
            return check(object.object(at: key), of: object, into: &errors)
        }
        if checks.isEmpty { return }
        if let integerRange,
            integerRange.contains(Int64(bitPattern: row.words[slot.offset]))
        {
            return
        }
        check(row.value(of: slot), of: object, into: &errors)
    }

    func check(_ value: Any?, of object: NSManagedObject, into errors: inout [NSError]) {
        guard let value, !(value is NSNull) else {
            if isMandatory { errors.append(missing(in: object)) }
            return
        }
        if let destination, let other = value as? NSManagedObject,
            !destination.allows(other.key)
        {
            errors.append(CoreDataError.wrongDestination(object, slot.name, other))
        }
        for check in checks where !check.holds(value) {
            errors.append(CoreDataError.failed(check, object, slot.name, value))
        }
    }

    private func missing(in object: NSManagedObject) -> NSError {
        CoreDataError.validation(
            NSValidationMissingMandatoryPropertyError, object, slot.name, NSNull(),
            "a value is required")
    }
}

extension ValidationRules.ToManyRule {
    /// Adds an error for each member of an entity that the relationship does not lead to.
    func checkEntities(
        _ keys: some Sequence<ObjectKey>, of object: NSManagedObject, into errors: inout [NSError]
    ) {
        for key in keys where !destination.allows(key) {
            errors.append(
                CoreDataError.wrongDestination(object, name, object.object(at: key)!))
        }
    }

    func check(_ keys: [ObjectKey], of object: NSManagedObject, into errors: inout [NSError]) {
        checkEntities(keys, of: object, into: &errors)
        guard needsMembers else { return }
        let members = keys.compactMap { object.object(at: $0) }.filter { !$0.isDead }
        if members.count < minimum, !(isOptional && members.isEmpty) {
            errors.append(
                CoreDataError.validation(
                    NSValidationRelationshipLacksMinimumCountError, object, name,
                    NSSet(array: members), "it has \(members.count) of at least \(minimum)"))
        }
        if maximum > 0, members.count > maximum {
            errors.append(
                CoreDataError.validation(
                    NSValidationRelationshipExceedsMaximumCountError, object, name,
                    NSSet(array: members), "it has \(members.count) of at most \(maximum)"))
        }
        for check in checks where !check.holds(members) {
            errors.append(CoreDataError.failed(check, object, name, NSSet(array: members)))
        }
    }
}
