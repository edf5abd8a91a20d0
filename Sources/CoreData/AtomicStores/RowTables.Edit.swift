extension RowTables {
    /// Changes that can be undone, made in place while the store's lock is held.
    final class Edit {
        private enum Step {
            case row(ObjectKey, RowLayout, former: Row?)
            case places(RelationshipLayout, ObjectKey, former: [Int64: Int64]?)
            case link(JoinTable, ObjectKey, ObjectKey, wasLinked: Bool)
        }

        private let tables: RowTables
        private var steps: [Step] = []

        init(_ tables: RowTables) {
            self.tables = tables
        }

        func set(_ row: Row?, at key: ObjectKey, layout: RowLayout) {
            steps.append(.row(key, layout, former: tables.set(row, at: key, layout: layout)))
        }

        func setLink(
            _ join: JoinTable, _ source: ObjectKey, _ destination: ObjectKey, isLinked: Bool
        ) {
            guard tables.setLink(join, source, destination, isLinked: isLinked) else { return }
            steps.append(.link(join, source, destination, wasLinked: !isLinked))
        }

        /// Sets the order numbers of an ordered relationship's members.
        func setPlaces(
            _ places: [Int64: Int64]?, of owner: ObjectKey, _ relationship: RelationshipLayout
        ) {
            let former = tables.setPlaces(places, of: owner, relationship)
            steps.append(.places(relationship, owner, former: former))
        }

        /// Removes a deleted object from a many-to-many relationship.
        func unlinkAll(_ relationship: RelationshipLayout, of key: ObjectKey) {
            guard let join = JoinTable(relationship.description) else { return }
            for member in tables.members(of: key, relationship) {
                setLink(join, key, member, isLinked: false)
            }
        }

        /// Removes a deleted object from the relationships without an inverse that lead to it.
        func unlinkAll(_ join: JoinTable, to key: ObjectKey) {
            for owner in tables.owners(in: join, of: key) {
                setLink(join, owner, key, isLinked: false)
            }
        }

        /// Keeps the changes, and releases the replaced rows.
        func commit() {
            for case .row(_, _, let former?) in steps { former.releaseSlab() }
            steps = []
        }

        /// Undoes all changes, the last one first.
        func undo() {
            for step in steps.reversed() {
                switch step {
                case .row(let key, let layout, let former):
                    tables.set(former, at: key, layout: layout)?.releaseSlab()
                    former?.releaseSlab()
                case .places(let relationship, let owner, let former):
                    tables.setPlaces(former, of: owner, relationship)
                case .link(let join, let source, let destination, let wasLinked):
                    tables.setLink(join, source, destination, isLinked: wasLinked)
                }
            }
            steps = []
        }
    }
}
