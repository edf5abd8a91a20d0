import Foundation

extension Row {
    /// The value of a slot as key-value access returns it; `nil` for null.
    ///
    /// Numbers come as NSNumber, as on Apple's platforms. A to-one's key is not a value: see
    /// `reference(of:)`.
    func value(of slot: Slot) -> Any? {
        guard !isNull(slot.index) else { return nil }
        let word = words[slot.offset]
        switch slot.kind {
        case .integer16, .integer32, .integer64:
            return NSNumber(value: Int64(bitPattern: word))
        case .boolean:
            return NSNumber(value: word != 0)
        case .double, .float:
            return NSNumber(value: Double(bitPattern: word))
        case .date:
            return Date(timeIntervalSinceReferenceDate: Double(bitPattern: word))
        case .toOne:
            return nil
        case .transformable:
            return bytes(at: slot.offset, slot: slot.index).flatMap {
                ValueTransformers.value(of: Data($0), of: slot.attribute)
            }
        case .binary:
            if let external = external(at: slot.offset, slot: slot.index) { return external.data }
            return bytes(at: slot.offset, slot: slot.index).map { Data($0) }
        default:
            return Self.decode(bytes(at: slot.offset, slot: slot.index)!, as: slot.kind)
        }
    }

    /// The number in the slot of an integer; `nil` for null, and for any other slot.
    @inline(__always)
    func integer(at place: Slot.Place) -> NSNumber? {
        switch place.kind {
        case .integer16, .integer32, .integer64:
            isNull(place.index)
                ? nil : NSNumber(value: Int64(bitPattern: words[place.offset]))
        default: nil
        }
    }

    /// The destination of a to-one slot; `.none` if it has no destination.
    @inline(__always)
    func reference(of slot: Slot) -> ObjectKey {
        isNull(slot.index) ? .none : ObjectKey(bits: words[slot.offset])
    }

    func reference(of place: Slot.Place) -> ObjectKey {
        isNull(place.index) ? .none : ObjectKey(bits: words[place.offset])
    }

    func setReference(_ key: ObjectKey, of place: Slot.Place) {
        words[place.offset] = key.bits
        setNull(place.index, key.isNone)
    }

    func setReference(_ key: ObjectKey, of slot: Slot) {
        words[slot.offset] = key.bits
        setNull(slot.index, key.isNone)
    }

    /// Writes a value; `nil`, NSNull and an optional without a value make it null.
    ///
    /// - Precondition: the row belongs to its context alone, and the value is of the attribute's
    ///   type. Traps with both types otherwise, where Apple's framework throws an exception.
    func setValue(_ value: Any?, of slot: Slot) {
        guard let value else { return setNull(of: slot) }
        if !setIfFitting(value, of: slot) { Self.reject(value, slot) }
    }

    /// Writes an integer, a double or a text to the slot of one, without the casts that other types
    /// need.
    ///
    /// - Returns: whether the value is of a type that the slot takes so: `Int64`, `Int` or
    ///   `NSNumber`, `Double`, `String`.
    @inline(__always)
    func setPlain(_ value: Any, at place: Slot.Place) -> Bool {
        HeldValue.read(value) { setPlain($0, at: place) }
    }

    /// The same; nil is of no such type.
    @inline(__always)
    func setPlain(_ value: Any?, at place: Slot.Place) -> Bool {
        HeldValue.read(value) { setPlain($0, at: place) }
    }

    @inline(__always)
    private func setPlain(_ value: HeldValue, at place: Slot.Place) -> Bool {
        let word: UInt64? =
            switch place.kind {
            case .integer16, .integer32, .integer64:
                Self.plainInteger(value).map { UInt64(bitPattern: $0) }
            case .double: value.value(of: Double.self)?.bitPattern
            case .string: value.value(of: String.self).map(record)
            default: nil
            }
        guard let word else { return false }
        words[place.offset] = word
        setNull(place.index, false)
        return true
    }

    @inline(__always)
    private static func plainInteger(_ value: HeldValue) -> Int64? {
        if let number = value.value(of: Int.self) { return Int64(number) }
        return value.value(of: Int64.self) ?? value.value(of: NSNumber.self)?.int64Value
    }

    private func record(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { record(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a value as `setValue(_:of:)` does, but returns `false` if its type does not fit.
    ///
    /// The row is then unchanged.
    func setIfFitting(_ value: Any, of slot: Slot) -> Bool {
        // Ask for the type: a cast of anything that bridges takes ten times as long.
        if type(of: value) == NSNull.self {
            setNull(of: slot)
            return true
        }
        guard let word = encode(value, slot) else {
            // An optional without a value: in a dictionary of Apple's it is an NSNull.
            guard unwrapped(value) == nil else { return false }
            setNull(of: slot)
            return true
        }
        words[slot.offset] = word
        setNull(slot.index, false)
        return true
    }

    /// Gives a new row the default values of its entity.
    ///
    /// - Precondition: the row belongs to its context alone.
    func setDefaults(of layout: RowLayout) {
        layout.wordDefaults.withUnsafeBufferPointer { standards in
            for standard in standards {
                words[standard.offset] = standard.word
                setNull(standard.slot, false)
            }
        }
        guard !layout.recordDefaults.isEmpty else { return }
        for (slot, value) in layout.recordDefaults { setValue(value, of: slot) }
    }

    /// Writes the word of a record of this row's slab; `nil` makes the slot null.
    func setRecord(_ word: UInt64?, of slot: Slot) {
        words[slot.offset] = word ?? 0
        setNull(slot.index, word == nil)
    }

    private func setNull(of slot: Slot) {
        words[slot.offset] = 0
        setNull(slot.index, true)
    }

    /// The word that stands for a value; `nil` if its type does not fit the attribute.
    private func encode(_ value: Any, _ slot: Slot) -> UInt64? {
        switch slot.kind {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .date:
            return Self.word(of: value, slot.kind)
        case .string:
            return (value as? String).map(record)
        case .toOne:
            fatalError("a to-one is written through its relationship, not as a value")
        case .transformable:
            return ValueTransformers.data(for: value, of: slot.attribute)?
                .withUnsafeBytes { record($0) }
        default:
            return Self.data(value, as: slot.kind)?.withUnsafeBytes { record($0) }
        }
    }

    /// The word that stands for a value by itself; `nil` if its type does not fit, or if a record
    /// holds values of this kind.
    static func word(of value: Any, _ kind: SlotKind) -> UInt64? {
        switch kind {
        case .integer16, .integer32, .integer64:
            integer(value).map { UInt64(bitPattern: $0) }
        // The store compares with 0 and 1, whatever number says true.
        case .boolean:
            boolean(value).map { $0 ? 1 : 0 }
        case .double, .float:
            double(value).map { (kind == .float ? Double(Float($0)) : $0).bitPattern }
        case .date:
            (value as? Date)?.timeIntervalSinceReferenceDate.bitPattern
        default:
            nil
        }
    }

    /// An integer from any of the types that callers pass.
    ///
    /// Compares types first: casting a boxed Swift integer to NSNumber, or an NSNumber to Int,
    /// bridges, which costs ten times as much.
    private static func integer(_ value: Any) -> Int64? {
        let type = type(of: value)
        if type == Int64.self { return value as? Int64 }
        if type == Int.self { return (value as? Int).map { Int64($0) } }
        if type == Int32.self { return (value as? Int32).map { Int64($0) } }
        if type == Int16.self { return (value as? Int16).map { Int64($0) } }
        if type == Bool.self { return (value as? Bool).map { $0 ? 1 : 0 } }
        return (value as? NSNumber)?.int64Value
    }

    private static func boolean(_ value: Any) -> Bool? {
        let type = type(of: value)
        if type == Bool.self { return value as? Bool }
        if type == Int.self { return (value as? Int).map { $0 != 0 } }
        // Foundation on Linux says that a half is false.
        return (value as? NSNumber).map { $0.nearestDouble != 0 }
    }

    private static func double(_ value: Any) -> Double? {
        let type = type(of: value)
        if type == Double.self { return value as? Double }
        if type == Float.self { return (value as? Float).map { Double($0) } }
        if type == Int.self { return (value as? Int).map { Double($0) } }
        return (value as? NSNumber)?.nearestDouble
    }

    static func decode(_ bytes: UnsafeRawBufferPointer, as kind: SlotKind) -> Any? {
        switch kind {
        case .string:
            return String(decoding: bytes, as: UTF8.self)
        case .decimal:
            return NSDecimalNumber(string: String(decoding: bytes, as: UTF8.self))
        case .uri:
            return URL(string: String(decoding: bytes, as: UTF8.self))
        // Bytes in a record have no alignment.
        case .uuid:
            return bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        default:
            return Data(bytes)
        }
    }

    private static func data(_ value: Any, as kind: SlotKind) -> Data? {
        switch kind {
        case .decimal:
            (value as? NSNumber).map { Data($0.description.utf8) }
                ?? (value as? Decimal).map { Data($0.description.utf8) }
        case .uri:
            (value as? URL).map { Data($0.absoluteString.utf8) }
        case .uuid:
            (value as? UUID).map { withUnsafeBytes(of: $0.uuid) { Data($0) } }
        default:
            value as? Data
        }
    }

    private static func reject(_ value: Any, _ slot: Slot) -> Never {
        if slot.kind == .transformable { ValueTransformers.reject(value, of: slot.attribute) }
        fatalError(
            """
            Unacceptable type of value for attribute: property = “\(slot.name)” takes \
            \(slot.kind), given \(type(of: value)). Convert the value before it is set.
            """)
    }
}

extension Row {
    /// Whether a slot has the same value in both rows, text by its bytes.
    func isEqual(_ other: Row, slot: Slot) -> Bool {
        let isNull = isNull(slot.index)
        guard isNull == other.isNull(slot.index) else { return false }
        if isNull { return true }
        guard slot.kind.isRecord else { return words[slot.offset] == other.words[slot.offset] }
        let external = external(at: slot.offset, slot: slot.index)
        if let external, external === other.external(at: slot.offset, slot: slot.index) {
            return true
        }
        guard let left = bytes(at: slot.offset, slot: slot.index),
            let right = other.bytes(at: slot.offset, slot: slot.index)
        else { return false }
        return left.count == right.count && left.elementsEqual(right)
    }

    /// Whether a slot has the default value of its attribute.
    func hasDefault(of slot: Slot) -> Bool {
        let standard = (slot.property as? NSAttributeDescription)?.defaultValue
        guard let standard, !(standard is NSNull) else { return isNull(slot.index) }
        return (value(of: slot) as? NSObject)?.isEqual(standard) ?? false
    }

    /// Gives a slot the default value of its attribute.
    func setDefault(of slot: Slot) {
        setValue((slot.property as? NSAttributeDescription)?.defaultValue, of: slot)
    }

    /// Copies one slot's value from another row, text into this row's slab.
    func copySlot(_ slot: Slot, from other: Row) {
        let isNull = other.isNull(slot.index)
        setNull(slot.index, isNull)
        if !isNull && slot.kind.isRecord {
            setRecord(other.copyRecord(at: slot.offset, slot: slot.index, to: slab), of: slot)
        } else {
            words[slot.offset] = other.words[slot.offset]
        }
    }
}
