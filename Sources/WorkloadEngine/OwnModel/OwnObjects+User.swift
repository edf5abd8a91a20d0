import CoreData
import Foundation

extension OwnObjects: UserContent {
    var list: (entity: String, key: String)? {
        guard let imported, let shown else { return nil }
        return (imported.name, shown)
    }

    var listNumber: String { imported?.key?.name ?? "" }

    func isNumber(_ number: Int) -> NSPredicate {
        NSPredicate(
            format: "%K == %@",
            argumentArray: [listNumber, key(ofLine: number)?.object ?? NSNull()])
    }

    func show(_ object: NSManagedObject) -> Int { imported.map { show(object, $0) } ?? 0 }

    /// Reads all attributes, and the key of each partner that it has one of.
    private func show(_ object: NSManagedObject, _ entity: OwnEntity) -> Int {
        var count = 0
        for attribute in entity.attributes where object.value(forKey: attribute.name) != nil {
            count += 1
        }
        for partner in entity.partners where partner.counts == nil {
            guard let other = object.value(forKey: partner.name) as? NSManagedObject,
                let key = content.entity(partner.entity)?.key
            else { continue }
            count += other.value(forKey: key.name) == nil ? 0 : 1
        }
        return count
    }

    // In a workload whose user does not write, nothing reads these.
    var note: (entity: String, key: String) { (edited?.name ?? "", edited?.key?.name ?? "") }

    func noteKey(_ number: Int) -> Any {
        edited?.keyValue(Self.editedNumbers + number)?.object ?? NSNull()
    }

    func number(ofNote note: NSManagedObject) -> Int? {
        guard let key = edited?.key else { return nil }
        let value = OwnValue(object: note.value(forKey: key.name), key.kind)
        return value?.number.map { $0 - Self.editedNumbers }
    }

    func showNote(_ note: NSManagedObject) -> Int { edited.map { show(note, $0) } ?? 0 }

    func edit(_ note: NSManagedObject, to value: NoteValue) {
        if let draft = draft(of: value) { set(draft, on: note) }
    }
}
