/// What the objects of a model of one's own hold: the `content` of a workload file.
package struct OwnContent: Sendable, Hashable {
    /// In the order of the file.
    package var entities: [OwnEntity]

    package func entity(_ name: String) -> OwnEntity? {
        entities.first { $0.name == name }
    }
}
