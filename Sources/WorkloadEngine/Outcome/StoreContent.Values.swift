import Synchronization

extension StoreContent {
    /// The values of an object: two are equal exactly when their lines are.
    ///
    /// A line is made only for a digest or a reader; comparing 33,000 objects of a store with the
    /// expected ones by their lines took a fifth of a simulated run. Rows are sorted, kept and
    /// passed on, so that a copy must be a reference.
    final class Values: Sendable {
        let entity: OwnEntity
        /// In the order of the entity's attributes.
        let values: [OwnValue?]
        /// The keys of each partner's objects, in the order of the entity's.
        ///
        /// Sorted where the model keeps no order; `nil` for an object without a key.
        let partners: [[OwnValue?]]
        /// `nil` for an object that is no other's part.
        let owner: Row.Owner?
        /// The first values that these were found to be equal to, retained; zero for none.
        ///
        /// The rows that a store was read into are held against the same expected ones in run
        /// after run. An address alone is compared without counting a reference.
        fileprivate let twin = Atomic<UInt>(0)

        init(entity: OwnEntity, values: [OwnValue?], partners: [[OwnValue?]], owner: Row.Owner?) {
            self.entity = entity
            self.values = values
            self.partners = partners
            self.owner = owner
        }

        deinit {
            let twin = UnsafeRawPointer(bitPattern: twin.load(ordering: .acquiring))
            twin.map { Unmanaged<Values>.fromOpaque($0).release() }
        }

        /// The value of the key; `nil` for an object without one.
        var key: OwnValue? {
            entity.attributes.firstIndex(where: \.kind.isKey).flatMap { values[$0] }
        }

        /// The object as text: `City 10570: geonameID 10570, name "Alvand", …`.
        var line: String {
            var line = ""
            append(to: &line)
            return line
        }

        /// Appends the line to a text, without a copy of any text.
        func append(to line: inout String) {
            line += entity.name
            if let key {
                line += " "
                key.append(to: &line)
            }
            line += ":"
            var separator = " "
            func begin(_ name: String) {
                line += separator
                line += name
                line += " "
                separator = ", "
            }
            for (attribute, value) in zip(entity.attributes, values) {
                begin(attribute.name)
                value.append(to: &line)
            }
            for (partner, keys) in zip(entity.partners, partners) {
                begin(partner.name)
                guard partner.counts != nil else {
                    (keys.first ?? nil).append(to: &line)
                    continue
                }
                line += "["
                for (place, key) in keys.enumerated() {
                    if place > 0 { line += " " }
                    key.append(to: &line)
                }
                line += "]"
            }
            if let owner {
                begin("in")
                owner.append(to: &line)
            }
        }
    }
}

extension StoreContent.Values: Equatable {
    static func == (left: StoreContent.Values, right: StoreContent.Values) -> Bool {
        let (first, second) = (Unmanaged.passUnretained(left), Unmanaged.passUnretained(right))
        // Each the other's twin would never be freed.
        if areTwins(first, second) || areTwins(second, first) { return true }
        let isEqual =
            left.values == right.values && left.partners == right.partners
            && left.owner == right.owner && left.entity.name == right.entity.name
        if isEqual { left.remember(right) }
        return isEqual
    }

    /// Whether the first are the second, or known to be equal to them.
    static func areTwins(
        _ left: Unmanaged<StoreContent.Values>, _ right: Unmanaged<StoreContent.Values>
    ) -> Bool {
        left.address == right.address
            || left._withUnsafeGuaranteedRef { $0.twin.load(ordering: .acquiring) }
                == right.address
    }

    private func remember(_ other: StoreContent.Values) {
        let twin = Unmanaged.passRetained(other)
        let (isFirst, _) = self.twin.compareExchange(
            expected: 0, desired: twin.address, ordering: .acquiringAndReleasing)
        if !isFirst { twin.release() }
    }
}

extension Unmanaged {
    fileprivate var address: UInt { UInt(bitPattern: toOpaque()) }
}
