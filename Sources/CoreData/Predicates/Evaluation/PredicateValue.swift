import Foundation

/// A value in the form of predicates: one case for each kind that compares only with itself.
///
/// `Any?` comes from key paths, constants and variables in many types (`Int`, `Int16`, `NSNumber`,
/// `Bool`, `NSString`, `NSNull`, …). This type reduces them to the kinds that SQLite distinguishes,
/// too, so that a comparison has the same result here and in the store. Values of different kinds
/// are never equal and have no order.
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
    /// A Swift value of a type that predicates cannot compare.
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
        // Ask for the frequent classes by their type: a failing cast to a type that bridges takes
        // 100 ns and more.
        let kind = type(of: value)
        if kind == Date.self, let date = value as? Date {
            return .time(date.timeIntervalSinceReferenceDate)
        }
        // Every Swift number and Bool bridges, and an NSNumber keeps whether it is whole.
        if let number = value as? NSNumber { return .number(number) }
        if let decimal = value as? Decimal { return .number(NSDecimalNumber(decimal: decimal)) }
        if let date = value as? Date { return .time(date.timeIntervalSinceReferenceDate) }
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
        // Foundation's type codes: d and f are floating point, Q is UInt64.
        switch number.objCType.pointee {
        case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")):
            return .real(number.nearestDouble)
        case CChar(UInt8(ascii: "Q")) where number.uint64Value > UInt64(Int64.max):
            return .double(number.doubleValue)
        default:
            return .integer(number.int64Value)
        }
    }

    /// A floating-point result; NaN becomes null, as in SQLite, which stores and computes no NaN.
    static func real(_ value: Double) -> PredicateValue {
        value.isNaN ? .null : .double(value)
    }

    /// A date; NaN becomes null, as in SQLite.
    static func time(_ seconds: Double) -> PredicateValue {
        seconds.isNaN ? .null : .date(seconds)
    }

    /// The elements of an array, set or ordered set; `nil` for any other value.
    ///
    /// A set's elements have no order: callers must treat them all alike.
    static func elements(of value: Any) -> [Any?]? {
        // Do not bridge Swift's own collections: that would hash every element, and the hash of an
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

    /// The value in the type that Cocoa returns.
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

    /// The number as a double; `nil` for other kinds.
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

/// The value in an `Any?` below any number of optionals; `nil` for `NSNull`, too.
func unwrapped(_ value: Any?) -> Any? {
    // `Any`, not `Any?`: an optional would be wrapped again, endlessly.
    guard var current: Any = value else { return nil }
    // Return the frequent types before the cast to an optional, which is slow.
    let kind = type(of: current)
    if kind == String.self || kind == NSNumber.self { return current }
    while let box = current as? any OptionalBox {
        guard let inner = box.boxed else { return nil }
        current = inner
    }
    return current is NSNull ? nil : current
}

/// Opens an `Optional` inside an `Any`, as `Any...` arguments and dictionaries hold them.
private protocol OptionalBox {
    var boxed: Any? { get }
}

extension Optional: OptionalBox {
    fileprivate var boxed: Any? { map { $0 as Any } }
}

/// Gives the elements of a Swift collection in an `Any` without bridging.
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
