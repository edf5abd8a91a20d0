import Foundation

/// The rules that an entity's values must satisfy at a save, worked out when its model is frozen.
///
/// Properties that take any value have no rule here, so an object of an entity without rules costs
/// a save one test. Rules are classes: a save walks them for each object, and a rule that is a
/// structure would be copied, with all that it refers to, at each step.
final class ValidationRules: Sendable {
    let slots: ContiguousArray<SlotRule>
    /// The same rules, in numbers alone.
    let trials: ContiguousArray<Trial>
    let toManys: ContiguousArray<ToManyRule>
    /// The same rules, in numbers alone.
    let toManyTrials: ContiguousArray<ToManyTrial>
    /// The relationships that deny a deletion while they have members.
    let denying: ContiguousArray<RelationshipLayout>

    var isEmpty: Bool { slots.isEmpty && toManys.isEmpty }

    init(slots all: ContiguousArray<Slot>, relationships: ContiguousArray<RelationshipLayout>) {
        slots = ContiguousArray(
            all.compactMap { slot in
                SlotRule(slot, relationships.first { $0.slot == slot.index })
            })
        trials = ContiguousArray(slots.map(Trial.init))
        toManys = ContiguousArray(relationships.compactMap(ToManyRule.init))
        toManyTrials = ContiguousArray(toManys.map(ToManyTrial.init))
        denying = ContiguousArray(relationships.filter { $0.deleteRule == .denyDeleteRule })
    }
}

extension ValidationRules {
    /// What a value may be by the rule of its slot, as far as numbers say it.
    ///
    /// Nearly all values pass it: a save then counts no references for them.
    struct Trial {
        private enum Allowed {
            case anything
            case integers(ClosedRange<Int64>)
            case objects(ofEntity: Int)
            /// What only the rule itself can tell.
            case some
        }

        private let index: Int
        private let offset: Int
        private let allowsNull: Bool
        private let allowed: Allowed

        init(_ rule: SlotRule) {
            index = rule.slot.index
            offset = rule.slot.offset
            allowsNull = !rule.isMandatory
            allowed =
                if let destination = rule.destination {
                    rule.checks.isEmpty ? .objects(ofEntity: destination.first) : .some
                } else if let range = rule.integerRange {
                    .integers(range)
                } else {
                    rule.checks.isEmpty ? .anything : .some
                }
        }

        /// Whether the value keeps the rule for sure.
        @inline(__always)
        func passes(_ row: Row) -> Bool {
            if row.isNull(index) { return allowsNull }
            return switch allowed {
            case .anything: true
            case .integers(let range): range.contains(Int64(bitPattern: row.words[offset]))
            case .objects(let entity): ObjectKey(bits: row.words[offset]).entity == entity
            case .some: false
            }
        }
    }

    /// What tells whether an object's members need a look at all.
    struct ToManyTrial {
        let index: Int
        let needsMembers: Bool

        init(_ rule: ToManyRule) {
            index = rule.index
            needsMembers = rule.needsMembers
        }
    }

    /// The rule for an attribute or a to-one.
    final class SlotRule: Sendable {
        let slot: Slot
        let isMandatory: Bool
        let checks: [ValidationCheck]
        /// The bounds of an integer, if these are its only checks.
        let integerRange: ClosedRange<Int64>?
        let destination: DestinationRule?

        /// `nil` if the property takes any value.
        init?(_ slot: Slot, _ relationship: RelationshipLayout?) {
            self.slot = slot
            isMandatory = !slot.isOptional && !slot.isTransient
            checks = slot.property.validationChecks
            destination = relationship.map(DestinationRule.init)
            let isInteger = [.integer16, .integer32, .integer64].contains(slot.kind)
            integerRange = isInteger ? ValidationCheck.integerRange(checks) : nil
            if !isMandatory && checks.isEmpty && destination == nil { return nil }
        }
    }

    /// How many members a to-many must have, and of which entities.
    final class ToManyRule: Sendable {
        let name: String
        let index: Int
        let minimum: Int
        /// 0 for any number.
        let maximum: Int
        let isOptional: Bool
        let checks: [ValidationCheck]
        let destination: DestinationRule

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

        /// Whether the check needs all members, not only the added ones.
        var needsMembers: Bool { minimum > 0 || maximum > 0 || !checks.isEmpty }
    }

    /// The entities that the objects at the other end of a relationship may have.
    struct DestinationRule: Sendable {
        /// By `Z_ENT`.
        private let allowed: Set<Int>
        /// The entity that the relationship names.
        let first: Int

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
