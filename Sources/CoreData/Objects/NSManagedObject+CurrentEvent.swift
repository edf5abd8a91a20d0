import Foundation

// The changes since the last did-change notification.
extension NSManagedObject {
    /// The former values of the properties changed since the last objects-did-change; NSNull for
    /// nil.
    ///
    /// While an observer receives that notification, these are the changes that it announces.
    /// Covers stored attributes and to-ones. An object that is still to be inserted has none,
    /// because all of it is new.
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        requireQueue("changedValuesForCurrentEvent()")
        guard let details, let row, let context = registry?.context, details.eventNumber > 0,
            details.eventNumber == context.eventNumber
                || details.eventNumber == context.announcedEvent,
            let former = details.eventBase ?? details.base
        else { return [:] }
        var values: [String: Any] = [:]
        for slot in layout.slots where slot.isStored && !row.isEqual(former, slot: slot) {
            values[slot.propertyName] =
                slot.kind == .toOne
                ? object(at: former.reference(of: slot)) ?? NSNull()
                : value(ofProperty: slot, in: former) ?? NSNull()
        }
        return values
    }
}

extension NSManagedObjectContext {
    /// Keeps an object's values from before its first change in this event.
    ///
    /// A copy is made only if the committed row has other values.
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
