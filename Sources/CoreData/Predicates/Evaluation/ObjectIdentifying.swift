import Foundation

/// Something that predicates compare by an identity other than itself.
///
/// A managed object and its object ID are to name the same thing in `SELF == %@`: both conform and
/// answer the ID. Anything else that is an `NSObject` compares by `isEqual`.
package protocol ObjectIdentifying {
    /// What stands for this object in comparisons; equal objects answer values that are `isEqual`.
    var identityInPredicates: NSObject { get }
}
