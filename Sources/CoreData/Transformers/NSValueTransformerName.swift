import Foundation

/// The name of a registered value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Makes a name from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a name from its text.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Transforms the data of a secure archive; see `NSSecureUnarchiveFromDataTransformer`.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
        "NSSecureUnarchiveFromData")
    /// Transforms the data of any archive.
    ///
    /// Data from another source may name any class: prefer the secure transformer.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
        "NSKeyedUnarchiveFromData")
}
