import Foundation

// A Swift key path does not know the name of its property, and Linux has no `_kvcKeyPathString`. So
// the key path runs on a fault made for that, whose typed properties record their names instead of
// firing it: `\Note.playlist?.name` records "playlist", then "name".
extension NSManagedObject: KeyPathNaming {
    package static func name(of keyPath: AnyKeyPath) -> String? {
        guard let layout = KnownModels.entity(ofClass: self)?.layout else { return nil }
        let recorder = ObjectExtension.KeyRecorder()
        let object = recording(layout, recorder)
        _ = (object as Any)[keyPath: keyPath]
        return recorder.names.isEmpty ? nil : recorder.names.joined(separator: ".")
    }

    private static func recording(
        _ layout: RowLayout, _ recorder: ObjectExtension.KeyRecorder
    ) -> NSManagedObject {
        let object = layout.makeObject()
        let slab = RowSlab(layout: layout, capacity: 1)
        withExtendedLifetime(slab) {
            let row = slab.appendRow(key: .none)
            row.retainSlab()
            object.adopt(row)
        }
        object.state = [.fault, .recordsKeys]
        object.extended().recorder = recorder
        return object
    }

    /// The destination of a recording object's to-one: another object that records.
    final func recordedDestination(_ place: PropertyHandle.Place) -> NSManagedObject? {
        let destination = layout.relationship(ofSlot: place.index)?.description.destinationEntity
        return destination.map { Self.recording($0.layout, details!.recorder!) }
    }
}
