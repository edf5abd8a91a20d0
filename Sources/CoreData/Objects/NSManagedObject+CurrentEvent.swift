import Foundation

// What changed since the last did-change notification.
extension NSManagedObject {
    /// The properties that were changed since objects-did-change was posted last, and the values
    /// that they had before; NSNull for nil. While it is posted, those that it tells about.
    ///
    /// Attributes that are stored, and to-ones. An object that is still to be inserted has none:
    /// all of it is new.
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        requireQueue("changedValuesForCurrentEvent()")
        guard let details, let row, let context = registry?.context, details.eventNumber > 0,
            details.eventNumber == context.eventNumber
                || details.eventNumber == context.announcedEvent,
            let former = details.eventBase ?? details.base
        else { return [:] }
        var values: [String: Any] = [:]
        for slot in layout.slots where slot.isStored && !row.isEqual(former, slot: slot) {
            values[slot.name] =
                slot.kind == .toOne
                ? object(at: former.reference(of: slot)) ?? NSNull()
                : former.value(of: slot) ?? NSNull()
        }
        return values
    }
}

extension NSManagedObjectContext {
    /// Keeps the values from before an object's first change in this event, where the committed row
    /// does not have them.
    final func keepForEvent(_ object: NSManagedObject) {
        guard let details = object.details, details.eventNumber != eventNumber else { return }
        details.eventNumber = eventNumber
        details.eventBase?.releaseSlab()
        details.eventBase = nil
        guard details.hasDirtySlots, let row = object.row else { return }
        let copy = copyForWriting(row, layout: object.layout)
        copy.retainSlab()
        details.eventBase = copy
    }
}
