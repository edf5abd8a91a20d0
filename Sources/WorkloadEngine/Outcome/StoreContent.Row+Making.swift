extension StoreContent.Row {
    /// The object that a part belongs to.
    package struct Owner: Sendable, Equatable {
        /// The name of the owner's relationship.
        let parts: String
        let key: OwnValue?
        /// The part's place among the others, if the relationship keeps their order.
        let place: Int?

        package init(parts: OwnEntity.Parts, key: OwnValue?, place: Int?) {
            self.parts = parts.name
            self.key = key
            self.place = place
        }

        /// Appends `lines of 7 at 2`.
        func append(to line: inout String) {
            line += parts
            line += " of "
            key.append(to: &line)
            if let place { line += " at \(place)" }
        }
    }

    /// An object: its values, the keys of its partners, and whose part it is.
    ///
    /// - Parameters:
    ///   - values: in the order of the entity's attributes.
    ///   - partners: in the order of the entity's; a key of an object without one is `nil`.
    ///   - owner: `nil` for an object that is no other's part.
    package static func own(
        _ entity: OwnEntity, values: [OwnValue?], partners: [[OwnValue?]], owner: Owner?
    ) -> StoreContent.Row {
        var partners = partners
        for (place, partner) in entity.partners.enumerated() {
            if partner.counts == nil {
                // To one: no partner, and one without a key, are the same line.
                partners[place].removeAll { $0 == nil }
            } else if partners[place].count > 1, !partner.isOrdered {
                partners[place].sort { ($0?.line ?? "nil") < ($1?.line ?? "nil") }
            }
        }
        let values = StoreContent.Values(
            entity: entity, values: values, partners: partners, owner: owner)
        return StoreContent.Row(key: StoreContent.Key(values), values: values)
    }
}

extension StoreContent.Key {
    /// The key of an object; of a part without one, its owner's and its place there; else its line.
    fileprivate init(_ values: StoreContent.Values) {
        if let key = values.key {
            self.init(key, place: 0)
        } else if let owner = values.owner?.key, let place = values.place {
            self.init(owner, place: place)
        } else {
            self.init(text: values.line)
        }
    }

    private init(_ key: OwnValue, place: Int64) {
        if case .integer(let number) = key {
            self.init(number, place)
        } else {
            self.init(text: key.line, place)
        }
    }
}

extension StoreContent.Values {
    /// Where a part stands among the others with its owner; `nil` if nothing says it.
    fileprivate var place: Int64? {
        if let place = owner?.place { return Int64(place) }
        guard let index = entity.attributes.firstIndex(where: { $0.kind == .place }),
            case .integer(let place) = values[index]
        else { return nil }
        return place
    }
}
