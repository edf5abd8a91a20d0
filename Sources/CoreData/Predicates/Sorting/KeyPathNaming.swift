/// A class that can say which property a Swift key path of it reads.
///
/// Linux has no `_kvcKeyPathString`; a managed object finds the name by running the key path on an
/// instance that records what is asked of it.
package protocol KeyPathNaming {
    /// The dotted names that the key path reads, `nil` when it reads no property.
    static func name(of keyPath: AnyKeyPath) -> String?
}
