import Foundation

/// The name of a registered value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Makes a name of its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a name of its text.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Between data and the objects of a secure archive; see
    /// `NSSecureUnarchiveFromDataTransformer`.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
        "NSSecureUnarchiveFromData")
    /// Between data and the objects of any archive. Data from elsewhere may name any class: prefer
    /// the secure one.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
        "NSKeyedUnarchiveFromData")
}
