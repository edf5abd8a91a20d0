import Foundation

/// The name of a registered value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

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
