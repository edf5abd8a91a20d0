/// What one event changed, in the form in which it can be taken back.
struct UndoStep {
    /// An object as it was before the event.
    struct Change {
        let object: NSManagedObject
        /// The former values; `nil` if the event inserted the object.
        let values: RowCopy?
        /// The slots to set back.
        let slots: [Slot]
        /// The former destinations of the to-ones among them, by their index.
        let destinations: [Int: NSManagedObject]
        /// The former members of to-manys, in their order.
        let members: [(index: Int, objects: [NSManagedObject])]
    }

    let changes: [Change]

    /// A row of its own, retained: later events change the object's.
    final class RowCopy {
        let row: Row

        init(_ row: Row) {
            self.row = row
            row.retainSlab()
        }

        deinit { row.releaseSlab() }
    }
}
