// What triggers of derived attributes wrote in a save, shown by the saving context.
extension NSManagedObjectContext {
    /// Gives loaded objects the rows with their new derived values, after the save has settled.
    ///
    /// Fires no fault. A row that cannot be read is read again when its object is refreshed.
    final func showDerivedValues() {
        guard !derivedKeys.isEmpty else { return }
        let keys = derivedKeys.sorted { $0.bits < $1.bits }
        derivedKeys = []
        for key in keys {
            guard let object = registry.object(key, root: layout(of: key).rootNumber),
                object.state.isDisjoint(with: .unrefreshed), object.row != nil,
                !object.state.contains(.ownsRow),
                let row = try? requiredSource().row(key, layout: object.layout)
            else { continue }
            show(row, of: object)
        }
    }

    /// Replaces a clean object's row; transient values stay.
    private func show(_ row: Row, of object: NSManagedObject) {
        object.details?.forgetWoken()
        let layout = object.layout
        guard !layout.transientSlots.isEmpty, let former = object.row else {
            return object.adopt(row)
        }
        let slab = RowSlab(layout: layout, capacity: 1)
        withExtendedLifetime(slab) {
            let copy = slab.appendCopy(of: row)
            copy.retainSlab()
            for slot in layout.transientSlots { copy.copySlot(slot, from: former) }
            row.releaseSlab()
            object.adopt(copy)
        }
    }
}
