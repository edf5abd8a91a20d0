import Foundation

// The part that all typed accessors share: finding the row and the position in it.
extension NSManagedObject {
    /// The row to read a property from, after firing a fault.
    @inline(__always)
    final func row(toRead handle: PropertyHandle) -> Row {
        requireQueue("reading a typed property")
        if !state.isDisjoint(with: .unread) { return rowOfFault(handle) }
        return row ?? looseRow()
    }

    @inline(never)
    private final func rowOfFault(_ handle: PropertyHandle) -> Row {
        if state.contains(.recordsKeys) {
            details!.recorder!.add(handle.name)
            return row!
        }
        fireFault()
        return row!
    }

    /// The row to write a property to; marks the property as changed.
    @inline(__always)
    final func row(toWrite place: PropertyHandle.Place) -> Row {
        requireQueue("writing a typed property")
        let row = writableRow()
        row.setNull(place.index, false)
        markDirty(place.index)
        return row
    }

    /// Makes a property nil.
    final func setNull(_ place: PropertyHandle.Place) {
        let row = row(toWrite: place)
        row.words[place.offset] = 0
        row.setNull(place.index, true)
    }

    // MARK: Words

    @inline(__always)
    final func word(_ handle: PropertyHandle, _ types: ValueTypes) -> UInt64 {
        let place = handle.place(in: self, types)
        return row(toRead: handle).words[place.offset]
    }

    @inline(__always)
    final func optionalWord(_ handle: PropertyHandle, _ types: ValueTypes) -> UInt64? {
        let place = handle.place(in: self, types)
        let row = row(toRead: handle)
        return row.isNull(place.index) ? nil : row.words[place.offset]
    }

    @inline(__always)
    final func setWord(_ word: UInt64?, _ handle: PropertyHandle, _ types: ValueTypes) {
        let place = handle.place(in: self, types)
        guard let word else { return setNull(place) }
        row(toWrite: place).words[place.offset] = word
    }

    // MARK: Records

    /// Passes the bytes of a text or binary value to a closure; returns `nil` for nil.
    @inline(__always)
    final func withRecord<T>(
        _ handle: PropertyHandle, _ types: ValueTypes, _ body: (UnsafeRawBufferPointer) -> T
    ) -> T? {
        let place = handle.place(in: self, types)
        return row(toRead: handle).bytes(at: place.offset, slot: place.index).map(body)
    }

    @inline(__always)
    final func setRecord(
        _ bytes: UnsafeRawBufferPointer, _ handle: PropertyHandle, _ types: ValueTypes
    ) {
        let place = handle.place(in: self, types)
        let row = row(toWrite: place)
        row.words[place.offset] = row.record(bytes)
    }

    final func setNull(_ handle: PropertyHandle, _ types: ValueTypes) {
        setNull(handle.place(in: self, types))
    }

    /// Traps because a property is nil whose Swift type cannot be.
    final func missing(_ handle: PropertyHandle) -> Never {
        fatalError(
            """
            \(entity.name ?? "").\(handle.name) of \(objectID) is nil, and \
            \(handle.typeName) cannot be nil. Make the type optional, or give the property a \
            value first.
            """)
    }
}
