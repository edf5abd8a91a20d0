import Foundation

/// A value as predicates see it: one case for each kind that compares with itself only.
///
/// `Any?` comes in from key paths, constants and variables in many shapes (`Int`, `Int16`,
/// `NSNumber`, `Bool`, `NSString`, `NSNull`, …). This type reduces them to what SQLite also
/// distinguishes, so that a comparison means the same here and in the store. Values of different
/// kinds are never equal and have no order.
package enum PredicateValue {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    /// Seconds since 2001-01-01, as the store holds a date.
    case date(Double)
    case uuid(UUID)
    /// The absolute string, as the store holds a URI.
    case url(String)
    case data(Data)
    case object(NSObject)
    case collection([Any?])
    /// A Swift value of a kind that predicates cannot compare.
    case opaque(Any)

    package init(_ value: Any?) {
        guard let value = unwrapped(value) else {
            self = .null
            return
        }
        self = Self.scalar(value) ?? Self.reference(value) ?? .opaque(value)
    }

    private static func scalar(_ value: Any) -> PredicateValue? {
        if let text = value as? String { return .text(text) }
        // Every Swift number and Bool bridges, and an NSNumber keeps whether it is whole.
        if let number = value as? NSNumber { return .number(number) }
        if let date = value as? Date { return .date(date.timeIntervalSinceReferenceDate) }
        if let uuid = value as? UUID { return .uuid(uuid) }
        if let url = value as? URL { return .url(url.absoluteString) }
        if let data = value as? Data { return .data(data) }
        return nil
    }

    private static func reference(_ value: Any) -> PredicateValue? {
        if let identified = value as? any ObjectIdentifying {
            return .object(identified.identityInPredicates)
        }
        if let elements = elements(of: value) { return .collection(elements) }
        if let object = value as? NSObject { return .object(object) }
        return nil
    }

    private static func number(_ number: NSNumber) -> PredicateValue {
        switch number.objCType.pointee {
        case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")):
            return .real(number.doubleValue)
        case CChar(UInt8(ascii: "Q")) where number.uint64Value > UInt64(Int64.max):
            return .double(number.doubleValue)
        default:
            return .integer(number.int64Value)
        }
    }

    /// A floating-point result. SQLite has no NaN: it stores and computes NULL instead; so do we.
    static func real(_ value: Double) -> PredicateValue {
        value.isNaN ? .null : .double(value)
    }

    /// The elements of an array, set or ordered set; `nil` for everything else.
    ///
    /// A set's elements come in no particular order: callers may only ask about all of them.
    static func elements(of value: Any) -> [Any?]? {
        // Swift's own are not bridged: that would hash every element, and the hash of an
        // NSDecimalNumber on Linux never returns.
        if let collection = value as? any ElementHolder { return collection.heldElements }
        guard type(of: value) is AnyClass else { return nil }
        switch value {
        case let array as NSArray: return array.map { $0 }
        case let set as NSOrderedSet: return set.map { $0 }
        case let set as NSSet: return set.map { $0 }
        default: return nil
        }
    }

    /// Whether a value is a set, whose order comes from a hash.
    static func isUnordered(_ value: Any) -> Bool {
        value is any UnorderedElementHolder || type(of: value) is AnyClass && value is NSSet
    }

    /// The value in the shape in which Cocoa hands it out.
    package var any: Any? {
        switch self {
        case .null: nil
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .text(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .uuid(let uuid): uuid
        case .url(let text): URL(string: text)
        case .data(let data): data
        case .object(let object): object
        case .collection(let elements): elements.map { $0 ?? NSNull() }
        case .opaque(let value): value
        }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The number as a double; `nil` when it is none.
    var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

/// What an `Any?` holds below any number of optionals; `nil` for `NSNull` too.
func unwrapped(_ value: Any?) -> Any? {
    // `Any`, not `Any?`: an optional is a box itself, and would open for ever.
    guard var current: Any = value else { return nil }
    // What is no optional for certain, before the cast that finds out: most values are these.
    let kind = type(of: current)
    if kind == String.self || kind == NSNumber.self { return current }
    while let box = current as? any OptionalBox {
        guard let inner = box.boxed else { return nil }
        current = inner
    }
    return current is NSNull ? nil : current
}

/// Lets an `Optional` inside an `Any` be opened: `Any...` arguments and dictionaries hold such.
private protocol OptionalBox {
    var boxed: Any? { get }
}

extension Optional: OptionalBox {
    fileprivate var boxed: Any? { map { $0 as Any } }
}

/// Lets the elements of a Swift collection in an `Any` be had without bridging.
private protocol ElementHolder {
    var heldElements: [Any?] { get }
}

private protocol UnorderedElementHolder: ElementHolder {}

extension Array: ElementHolder {
    fileprivate var heldElements: [Any?] { map { $0 } }
}

extension Set: UnorderedElementHolder {
    fileprivate var heldElements: [Any?] { map { ($0 as AnyHashable).base } }
}
