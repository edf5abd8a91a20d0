import CoreData
import Documents

// The rules on entities whose objects are of several subentities.
extension ContentCheck {
    /// Checks that an entity's shares are of it and of entities below it that have objects.
    ///
    /// No other entity of the content may be below it: a search by the key would find its objects.
    func checkShares(_ entity: OwnEntity, _ description: NSEntityDescription) throws {
        guard !entity.shares.isEmpty else { return }
        let below = description.concrete.compactMap(\.name).sorted()
        for share in entity.shares where !below.contains(share.name) {
            guard entities[share.name] != nil, description.isKin(of: share.name) else {
                throw WorkloadError.invalidModel(
                    "\(share.name) is no subentity of \(entity.name) in \(path)",
                    at: share.position,
                    remedy: NearestName.remedy(
                        for: share.name, among: below, what: "its subentities are"))
            }
            throw WorkloadError.invalidModel(
                "\(share.name) is abstract in \(path), and has a share of the objects of"
                    + " \(entity.name)", at: share.position,
                remedy: "give its share to \(Self.list(below))")
        }
        let kinds = content.kinds(of: entity)
        for other in content.entities where !kinds.contains(other.name) {
            guard description.isKin(of: other.name) else { continue }
            throw WorkloadError.invalidModel(
                "\(other.name) is below \(entity.name) in \(path), and has no share of its objects",
                at: other.position,
                remedy: "give it one, such as \(other.name): 0, in the subentities of"
                    + " \(entity.name)")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "no entity: none below it has objects" : names.joined(separator: ", ")
    }

    /// The entities whose objects are made in the same ways: an object of another may be of this.
    func roots(of entity: OwnEntity) -> [String] {
        guard let parent = entity.parent, let root = content.entity(parent) else {
            return [entity.name]
        }
        let share = root.shares.first { $0.name == entity.name }?.share ?? 0
        return share > 0 ? [entity.name, parent] : [entity.name]
    }

    /// Whether an entity has objects of its own, where it says what its objects are.
    func hasObjects(_ entity: OwnEntity) -> Bool {
        entity.shares.isEmpty || entity.shares.contains { $0.name == entity.name && $0.share > 0 }
    }
}

extension NSEntityDescription {
    /// The entity and those below it that are not abstract.
    var concrete: [NSEntityDescription] {
        (isAbstract ? [] : [self]) + subentities.flatMap(\.concrete)
    }
}
