import Documents

/// The values of the objects of one's own model: the `content` of a workload file.
package struct OwnContent: Sendable, Hashable {
    /// In the order of the file.
    package var entities: [OwnEntity]

    package func entity(_ name: String) -> OwnEntity? {
        entities.first { $0.name == name }
    }

    /// Objects of an entity are either brought by lines or found by their number: were both done,
    /// two would have one key.
    ///
    /// - Throws: `DocumentError` with the line that does the second.
    func checkNumbers(imported name: String?, edited: String?) throws {
        guard let imported = name.flatMap(entity) else { return }
        let parts = imported.parts.compactMap { entity($0.entity) }
        let brought = ([imported] + parts).map(\.name)
        let makers = [imported] + parts + [edited.flatMap(entity)].compactMap(\.self)
        for partner in makers.flatMap(\.partners) where brought.contains(partner.entity) {
            throw DocumentError(
                .outOfRange, at: partner.position, path: "content",
                "\(partner.entity) is imported, and is found for another here",
                remedy: "leave \(partner.name) out, or import another entity")
        }
    }
}
