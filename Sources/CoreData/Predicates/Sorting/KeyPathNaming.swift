/// A class that finds the property that a Swift key path of it reads.
///
/// Linux has no `_kvcKeyPathString`; a managed object finds the name by running the key path on an
/// instance that records the read properties.
package protocol KeyPathNaming {
    /// The dotted names that the key path reads; `nil` if it reads no property.
    static func name(of keyPath: AnyKeyPath) -> String?
}
