import CoreData

/// Versions of a model, and the way that one store takes through them.
package struct Chain: CustomStringConvertible {
    let seed: UInt64
    let type: NSPersistentStore.StoreType
    /// Whether the store is shown to each migration as one that Apple's framework wrote: with
    /// version hashes and a model cache that mean nothing here.
    let isForeign: Bool
    let versions: [ChainModel]
    /// The versions that the store is written with, in order: all of them, or some left out.
    let stops: [Int]

    package var description: String {
        let models = versions.enumerated().map { "version \($0 + 1):\n\($1.xml)" }.joined()
        let way = stops.map { "\($0 + 1)" }.joined(separator: " → ")
        let origin = isForeign ? ", as Apple's" : ""
        return "\(models)a store of type \(type.rawValue)\(origin), versions \(way)"
    }
}
