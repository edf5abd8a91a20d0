import Foundation

// One accessor for each type, none of them generic: calls from another module cannot be
// specialised, and an unspecialised call costs several times the access itself.
//
// A nil number, date or text reads as zero or empty if the type is not optional, as it does through
// `@NSManaged` on Apple's platforms.

/// Integers; the setters of narrower types accept whatever the attribute accepts.
extension NSManagedObject {
    /// The value of a whole number property as `Int`.
    public final subscript(property: ManagedProperty<Int>) -> Int {
        get { Int(truncatingIfNeeded: Int64(bitPattern: word(property.handle, .integer))) }
        set { setWord(UInt64(bitPattern: Int64(newValue)), property.handle, .integer) }
    }

    /// The value of a whole number property as `Int`; `nil` for none.
    public final subscript(property: ManagedProperty<Int?>) -> Int? {
        get {
            optionalWord(property.handle, .integer).map {
                Int(truncatingIfNeeded: Int64(bitPattern: $0))
            }
        }
        set { setWord(newValue.map { UInt64(bitPattern: Int64($0)) }, property.handle, .integer) }
    }

    /// The value of a whole number property as `Int64`.
    public final subscript(property: ManagedProperty<Int64>) -> Int64 {
        get { Int64(bitPattern: word(property.handle, .integer)) }
        set { setWord(UInt64(bitPattern: newValue), property.handle, .integer) }
    }

    /// The value of a whole number property as `Int64`; `nil` for none.
    public final subscript(property: ManagedProperty<Int64?>) -> Int64? {
        get { optionalWord(property.handle, .integer).map { Int64(bitPattern: $0) } }
        set { setWord(newValue.map { UInt64(bitPattern: $0) }, property.handle, .integer) }
    }

    /// The value of a whole number property as `Int32`.
    public final subscript(property: ManagedProperty<Int32>) -> Int32 {
        get { Int32(truncatingIfNeeded: Int64(bitPattern: word(property.handle, .integer))) }
        set { setWord(UInt64(bitPattern: Int64(newValue)), property.handle, .integer) }
    }

    /// The value of a whole number property as `Int32`; `nil` for none.
    public final subscript(property: ManagedProperty<Int32?>) -> Int32? {
        get {
            optionalWord(property.handle, .integer).map {
                Int32(truncatingIfNeeded: Int64(bitPattern: $0))
            }
        }
        set { setWord(newValue.map { UInt64(bitPattern: Int64($0)) }, property.handle, .integer) }
    }

    /// The value of a whole number property as `Int16`.
    public final subscript(property: ManagedProperty<Int16>) -> Int16 {
        get { Int16(truncatingIfNeeded: Int64(bitPattern: word(property.handle, .integer))) }
        set { setWord(UInt64(bitPattern: Int64(newValue)), property.handle, .integer) }
    }

    /// The value of a whole number property as `Int16`; `nil` for none.
    public final subscript(property: ManagedProperty<Int16?>) -> Int16? {
        get {
            optionalWord(property.handle, .integer).map {
                Int16(truncatingIfNeeded: Int64(bitPattern: $0))
            }
        }
        set { setWord(newValue.map { UInt64(bitPattern: Int64($0)) }, property.handle, .integer) }
    }
}

/// Booleans, floating-point numbers and dates.
extension NSManagedObject {
    /// The value of a truth value property.
    public final subscript(property: ManagedProperty<Bool>) -> Bool {
        get { word(property.handle, ValueTypes(.boolean)) != 0 }
        set { setWord(newValue ? 1 : 0, property.handle, ValueTypes(.boolean)) }
    }

    /// The value of a truth value property; `nil` for none.
    public final subscript(property: ManagedProperty<Bool?>) -> Bool? {
        get { optionalWord(property.handle, ValueTypes(.boolean)).map { $0 != 0 } }
        set { setWord(newValue.map { $0 ? 1 : 0 }, property.handle, ValueTypes(.boolean)) }
    }

    /// The value of a floating-point number property as `Double`.
    public final subscript(property: ManagedProperty<Double>) -> Double {
        get { Double(bitPattern: word(property.handle, .real)) }
        set { setWord(newValue.bitPattern, property.handle, .real) }
    }

    /// The value of a floating-point number property as `Double`; `nil` for none.
    public final subscript(property: ManagedProperty<Double?>) -> Double? {
        get { optionalWord(property.handle, .real).map { Double(bitPattern: $0) } }
        set { setWord(newValue.map { $0.bitPattern }, property.handle, .real) }
    }

    /// The value of a floating-point number property as `Float`.
    public final subscript(property: ManagedProperty<Float>) -> Float {
        get { Float(Double(bitPattern: word(property.handle, .real))) }
        set { setWord(Double(newValue).bitPattern, property.handle, .real) }
    }

    /// The value of a floating-point number property as `Float`; `nil` for none.
    public final subscript(property: ManagedProperty<Float?>) -> Float? {
        get { optionalWord(property.handle, .real).map { Float(Double(bitPattern: $0)) } }
        set { setWord(newValue.map { Double($0).bitPattern }, property.handle, .real) }
    }

    /// The value of a date property.
    public final subscript(property: ManagedProperty<Date>) -> Date {
        get {
            Date(
                timeIntervalSinceReferenceDate: Double(
                    bitPattern: word(property.handle, ValueTypes(.date))))
        }
        set {
            setWord(
                newValue.timeIntervalSinceReferenceDate.bitPattern, property.handle,
                ValueTypes(.date))
        }
    }

    /// The value of a date property; `nil` for none.
    public final subscript(property: ManagedProperty<Date?>) -> Date? {
        get {
            optionalWord(property.handle, ValueTypes(.date)).map {
                Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))
            }
        }
        set {
            setWord(
                newValue.map { $0.timeIntervalSinceReferenceDate.bitPattern }, property.handle,
                ValueTypes(.date))
        }
    }
}
