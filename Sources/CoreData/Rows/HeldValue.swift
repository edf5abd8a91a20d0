/// The value in an `Any`, or in an optional one, read in its place.
///
/// An `Any` holds a value of up to three words itself, ahead of its type; an optional one that is
/// nil has no type. A cast would ask the runtime for what a comparison of types finds, and taking
/// the value out of the optional would copy it.
///
///     word   0 … 2                3
///            the value            its type, or 0
///
/// - Precondition: used only while the value is in its place.
struct HeldValue {
    private static let typeOffset = 3 * MemoryLayout<UInt>.size

    private let words: UnsafeRawBufferPointer

    /// Reads the value of an `Any` for a closure.
    @inline(__always)
    static func read<Result>(_ value: Any, _ body: (HeldValue) -> Result) -> Result {
        // `as`, or the value would be taken out for the call.
        withUnsafeBytes(of: value as Any) { body(HeldValue(words: $0)) }
    }

    /// The same for an optional one.
    @inline(__always)
    static func read<Result>(_ value: Any?, _ body: (HeldValue) -> Result) -> Result {
        withUnsafeBytes(of: value) { body(HeldValue(words: $0)) }
    }

    /// The value, if it is held as one of exactly this type; `nil` for any other, and for nil.
    @inline(__always)
    func value<Value>(of type: Value.Type) -> Value? {
        assert(MemoryLayout<Value>.size <= Self.typeOffset, "a larger value lies in a box")
        let held = words.load(fromByteOffset: Self.typeOffset, as: UnsafeRawPointer?.self)
        guard held == unsafeBitCast(type as Any.Type, to: UnsafeRawPointer?.self) else {
            return nil
        }
        return words.load(as: type)
    }
}
