@_exported import Foundation

/// Carries the initializers that Foundation on Linux marks unavailable.
///
/// Only a protocol's extension may assign `self` in a class's initializer, and only an initializer
/// of the same name outside the class is preferred to an unavailable one.
public protocol PredicateFormatting {}

extension NSPredicate: PredicateFormatting {}

extension PredicateFormatting where Self: NSPredicate {
    /// Makes a predicate from a format of Cocoa's predicate language.
    ///
    /// - Parameters:
    ///   - predicateFormat: the format, such as `"name BEGINSWITH[cd] %@ AND population > %d"`.
    ///   - arguments: the values for `%@`, `%K`, `%d` and other conversions, in order.
    /// - Precondition: the format is well-formed. If it is not, the trap shows the position;
    ///   Apple's framework throws an Objective-C exception.
    public init(format predicateFormat: String, _ arguments: Any...) {
        self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// Makes a predicate from a format with one argument, a list.
    ///
    /// Without this overload Swift would pass the elements of an `[Any]` as the arguments.
    public init(format predicateFormat: String, _ argument: [Any]) {
        self.init(format: predicateFormat, argumentArray: [argument])
    }

    /// Makes a predicate from a format and its arguments as an array.
    ///
    /// - Precondition: the format is well-formed, see `init(format:_:)`.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        do {
            let predicate = try PredicateParser.parse(predicateFormat, arguments: arguments ?? [])
            guard let typed = predicate as? Self else {
                fatalError(
                    "'\(predicateFormat)' makes an \(type(of: predicate)), not an \(Self.self). "
                        + "Write NSPredicate(format:).")
            }
            self = typed
        } catch {
            fatalError("\(error)")
        }
    }

    /// The predicate with values in place of variables; variables without a value remain.
    ///
    /// - Parameter variables: values by the variables' names, without dollar signs.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
        PredicateSubstitution(variables: variables).replaced(self)
    }
}
