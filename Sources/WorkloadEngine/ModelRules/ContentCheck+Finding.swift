import CoreData
import Documents

extension ContentCheck {
    /// Checks that a uniqueness constraint finds the imported objects that are there, where the
    /// importer leaves the finding to it.
    ///
    /// The new object gives its relationships to the stored one. Partners are there twice then, and
    /// count once; parts are made anew with each object, and would be there twice.
    func checkFinding() throws {
        guard let position = use.constraintPosition,
            let entity = use.imported.flatMap(content.entity), let key = entity.key
        else { return }
        let constraints = try description(of: entity).rowConstraints
        guard constraints.contains([key.name]) else {
            throw WorkloadError.invalidModel(
                "find: constraint needs a uniqueness constraint of \(entity.name) on"
                    + " \(key.name) alone, and \(path) has \(Self.list(constraints))",
                at: position,
                remedy: "add the constraint to the model, or write find: batch")
        }
        guard use.updates, use.relationships == .withInsert,
            let parts = content.family(of: entity).lazy.compactMap(\.parts.first).first
        else { return }
        throw WorkloadError.invalidModel(
            "\(entity.name).\(parts.name) would have its parts twice: each object that is"
                + " inserted brings its own, and the stored one keeps those that it has",
            at: position,
            remedy: "leave \(parts.name) out of the content, write relationships: none, or find:"
                + " batch")
    }

    private static func list(_ constraints: [[String]]) -> String {
        guard !constraints.isEmpty else { return "none" }
        return "those on "
            + constraints.map { $0.joined(separator: " with ") }.joined(separator: ", ")
    }
}
