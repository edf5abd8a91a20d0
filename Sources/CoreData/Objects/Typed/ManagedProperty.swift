/// Names a property of an entity together with the Swift type of its values.
///
/// Make one for each property, once, and read and write through it:
///
///     class Note: NSManagedObject {
///         enum Properties {
///             static let title = ManagedProperty<String>("title")
///         }
///         var title: String {
///             get { self[Properties.title] }
///             set { self[Properties.title] = newValue }
///         }
///     }
///
/// The first access looks the name up and checks the type; later ones go directly to the value's
/// position in the row. For code that alternates between entities, see `PropertyHandle`.
public struct ManagedProperty<Value>: Sendable {
    let handle: PropertyHandle

    /// Makes a handle that lives as long as the process: keep it in a static property.
    ///
    /// - Parameter name: the property's name in the model.
    public init(_ name: String) {
        handle = PropertyHandle(name, String(describing: Value.self))
    }

    /// The property's name in the model.
    public var name: String { handle.name }
}
