/// Replaces temporary keys in an object's rows and in the members of its to-manys.
///
/// A row that the object owns is written in place; a shared one is copied first.
struct KeyReplacement {
    private let context: NSManagedObjectContext

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    /// - Returns: whether the object still has references with temporary keys.
    @discardableResult
    func run(_ object: NSManagedObject) -> Bool {
        if let row = object.row {
            if object.state.contains(.ownsRow) {
                replace(in: row, of: object)
            } else if let copy = replaced(row, of: object) {
                object.adopt(copy)
            }
        }
        guard let details = object.details else { return hasTemporaryReferences(object) }
        if let base = details.base, let copy = replaced(base, of: object) {
            base.releaseSlab()
            details.base = copy
        }
        if let base = details.eventBase, let copy = replaced(base, of: object) {
            base.releaseSlab()
            details.eventBase = copy
        }
        var isAnyLeft = hasTemporaryReferences(object)
        for index in details.toManys.indices where replace(in: &details.toManys[index]) {
            isAnyLeft = true
        }
        return isAnyLeft
    }

    private func hasTemporaryReferences(_ object: NSManagedObject) -> Bool {
        guard let row = object.row else { return false }
        return object.layout.toOneSlots.contains { row.reference(of: $0).isTemporary }
    }

    /// A copy with current keys, its slab retained; `nil` if the row has them already.
    private func replaced(_ row: Row, of object: NSManagedObject) -> Row? {
        let isOutdated =
            row.key != object.key
            || object.layout.toOneSlots.contains { slot in
                let reference = row.reference(of: slot)
                return context.resolve(reference) != reference
            }
        guard isOutdated else { return nil }
        let copy = context.copyForWriting(row, layout: object.layout)
        copy.retainSlab()
        replace(in: copy, of: object)
        return copy
    }

    private func replace(in row: Row, of object: NSManagedObject) {
        row.key = object.key
        for slot in object.layout.toOneSlots {
            let reference = row.reference(of: slot)
            if reference.isTemporary { row.setReference(context.resolve(reference), of: slot) }
        }
    }

    private func replace(in toMany: inout ObjectExtension.ToMany) -> Bool {
        let isLeft = [
            toMany.members?.replaceTemporaryKeys(by: context.resolve) ?? false,
            toMany.added.replaceTemporaryKeys(by: context.resolve),
            toMany.removed.replaceTemporaryKeys(by: context.resolve),
        ]
        if toMany.isReordered { toMany.order = toMany.order.map(context.resolve) }
        return isLeft.contains(true)
    }
}
