import CoreData
import Documents

/// A first workload for one's own model: the imported entity, the values of its objects, and the
/// acts of a user meanwhile, as the model suggests them.
///
/// It is found by trying: entities in the order of their number of properties, and for each the
/// entities that a user may edit, with deleting and without. The first draft that keeps all of the
/// model's rules is taken, so `lab lint` accepts the written file.
package struct WorkloadDraft {
    /// The entities and their values.
    let content: OwnContent
    let use: ContentUse

    /// As many lines as a first run imports in a second.
    static let lines = 2_000

    /// Drafts a workload.
    ///
    /// - Parameters:
    ///   - file: the model's name in messages.
    ///   - entity: the entity to import; `nil` for the one with the most properties.
    /// - Throws: `WorkloadError` if the model has no such entity, or none whose objects the lab can
    ///   make, with the reason.
    package init(_ model: NSManagedObjectModel, file: String, importing entity: String?) throws {
        let builder = DraftBuilder(model, file: file)
        func fail(_ message: String, _ remedy: String) -> WorkloadError {
            .invalidModel(message, at: .init(source: file), remedy: remedy)
        }
        let usable = builder.usable
        if let entity, !usable.contains(where: { $0.name == entity }) {
            throw fail(
                "the objects of “\(entity)” have no attribute that identifies them",
                NearestName.remedy(
                    for: entity, among: usable.compactMap(\.name).sorted(),
                    what: "these can be"))
        }
        guard !usable.isEmpty else {
            throw fail(
                "no entity has an attribute that identifies its objects",
                "give one an attribute of the type Integer 32, Integer 64, String or UUID")
        }
        var reason: (entity: String, issue: (message: String, remedy: String))?
        for candidate in usable where entity == nil || candidate.name == entity {
            do {
                (content, use) = try builder.draft(importing: candidate)
                return
            } catch {
                reason = reason ?? (candidate.name ?? "", Self.issue(of: error))
            }
        }
        throw fail(
            "the lab makes no objects of \(reason!.entity)"
                + (entity == nil && usable.count > 1 ? ", nor of another entity" : "")
                + ": \(reason!.issue.message)", reason!.issue.remedy)
    }

    private static func issue(of error: any Error) -> (message: String, remedy: String) {
        switch error {
        case let error as WorkloadError: (error.message, error.remedy)
        case let error as DocumentError: (error.issues[0].message, error.issues[0].remedy)
        default: ("\(error)", "change the model")
        }
    }

    /// The attribute that sorts the user's list.
    var shown: String? {
        let texts = content.entities[0].attributes.filter(\.kind.isText)
        return
            (texts.first { ["name", "title"].contains($0.name.lowercased()) }
            ?? texts.first { !$0.kind.isKey } ?? texts.first)?.name
    }
}
