import Foundation

/// A type that predicates compare by an identity other than itself.
///
/// A managed object and its object ID name the same object in `SELF == %@`: both conform and return
/// the ID. Any other `NSObject` compares by `isEqual`.
package protocol ObjectIdentifying {
    /// The object that represents this one in comparisons by `isEqual`.
    var identityInPredicates: NSObject { get }
}
