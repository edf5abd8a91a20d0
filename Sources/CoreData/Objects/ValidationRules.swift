import Foundation

/// What the values of an entity must keep to, worked out when its model is frozen.
///
/// Properties that take any value have no rule here, so an entity without rules costs a save one
/// test an object.
struct ValidationRules: Sendable {
    let slots: ContiguousArray<SlotRule>
    let toManys: ContiguousArray<ToManyRule>
    /// The relationships that deny a deletion while they have members.
    let denying: ContiguousArray<RelationshipLayout>

    var isEmpty: Bool { slots.isEmpty && toManys.isEmpty }

    init(slots all: ContiguousArray<Slot>, relationships: ContiguousArray<RelationshipLayout>) {
        slots = ContiguousArray(
            all.compactMap { slot in
                SlotRule(slot, relationships.first { $0.slot == slot.index })
            })
        toManys = ContiguousArray(relationships.compactMap(ToManyRule.init))
        denying = ContiguousArray(relationships.filter { $0.deleteRule == .denyDeleteRule })
    }

    /// Adds what is wrong with an object's values: all of a new object's, else the changed ones.
    func check(_ object: NSManagedObject, into errors: inout [NSError]) {
        guard let row = object.row else { return }
        for rule in slots where object.isToValidate(rule.slot) {
            rule.check(row, of: object, into: &errors)
        }
        for rule in toManys where object.isToValidate(toMany: rule.index) {
            if rule.needsMembers {
                rule.check(object.memberKeys(ofToMany: rule.index), of: object, into: &errors)
            } else if let added = object.details?.toManys[rule.index].added, !added.isEmpty {
                rule.check(added.all, of: object, into: &errors)
            }
        }
    }

    /// Adds what is wrong with one value, whether the object has it already or not.
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

extension ValidationRules {
    /// What an attribute or a to-one must keep to.
    struct SlotRule: Sendable {
        let slot: Slot
        private let isMandatory: Bool
        private let checks: [ValidationCheck]
        /// All that is to be checked, when it is the bounds of an integer.
        private let integerRange: ClosedRange<Int64>?
        private let destination: DestinationRule?

        /// `nil` when any value will do.
        init?(_ slot: Slot, _ relationship: RelationshipLayout?) {
            self.slot = slot
            isMandatory = !slot.isOptional && !slot.isTransient
            checks = slot.property.validationChecks
            destination = relationship.map(DestinationRule.init)
            let isInteger = [.integer16, .integer32, .integer64].contains(slot.kind)
            integerRange = isInteger ? ValidationCheck.integerRange(checks) : nil
            if !isMandatory && checks.isEmpty && destination == nil { return nil }
        }

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
                NSValidationMissingMandatoryPropertyError, object, slot.name, nil,
                "a value is required")
        }
    }

    /// How many members a to-many must have, and of which entity.
    struct ToManyRule: Sendable {
        let name: String
        let index: Int
        private let minimum: Int
        /// 0 for any number.
        private let maximum: Int
        private let isOptional: Bool
        private let checks: [ValidationCheck]
        private let destination: DestinationRule

        /// `nil` for a to-one.
        init?(_ relationship: RelationshipLayout) {
            guard let index = relationship.toManyIndex else { return nil }
            self.index = index
            name = relationship.name
            isOptional = relationship.isOptional
            minimum = relationship.description.minCount
            maximum = relationship.description.maxCount
            checks = relationship.description.validationChecks
            destination = DestinationRule(relationship)
        }

        /// Whether the members must be known, beyond those that were added.
        var needsMembers: Bool { minimum > 0 || maximum > 0 || !checks.isEmpty }

        func check(_ keys: [ObjectKey], of object: NSManagedObject, into errors: inout [NSError]) {
            for key in keys where !destination.allows(key) {
                errors.append(
                    CoreDataError.wrongDestination(object, name, object.object(at: key)!))
            }
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

    /// The entities that the objects at the other end of a relationship may be of.
    struct DestinationRule: Sendable {
        /// By `Z_ENT`.
        private let allowed: Set<Int>
        private let first: Int

        init(_ relationship: RelationshipLayout) {
            first = relationship.destinationEntity
            var allowed: Set<Int> = []
            func add(_ entity: NSEntityDescription) {
                allowed.insert(entity.index + 1)
                for subentity in entity.subentities { add(subentity) }
            }
            relationship.description.destinationEntity.map(add)
            self.allowed = allowed
        }

        func allows(_ key: ObjectKey) -> Bool {
            key.entity == first || allowed.contains(key.entity)
        }
    }
}
