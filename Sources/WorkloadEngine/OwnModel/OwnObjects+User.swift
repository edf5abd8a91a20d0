import CoreData
import Foundation

/// The objects that the user's operations read and write.
///
/// The calls come on the queue of the context that they get.
extension OwnObjects {
    /// The entity that the list shows, and the text attribute by which it is sorted and searched.
    ///
    /// `nil` for a user without a list.
    var list: (entity: String, key: String)? {
        guard let imported, let shown else { return nil }
        return (imported.name, shown)
    }

    /// The attribute that identifies an object of the list.
    var listKey: String { imported?.key?.name ?? "" }

    /// A predicate that only the object of this key satisfies.
    ///
    /// Of a number by a range, so that it is a query and no look-up of an object that is known.
    func isKey(_ key: OwnValue) -> NSPredicate {
        guard case .integer(let number) = key, number < .max else {
            return NSPredicate(format: "%K == %@", argumentArray: [listKey, key.object])
        }
        return NSPredicate(
            format: "%K >= %@ AND %K < %@",
            argumentArray: [
                listKey, NSNumber(value: number), listKey, NSNumber(value: number + 1),
            ])
    }

    /// Reads the attributes that a list's rows show of objects, and returns how many they have.
    func show(_ objects: [NSManagedObject]) -> Int { imported.map { show(objects, $0) } ?? 0 }

    /// Reads all attributes, and the key of each partner that an object has one of.
    private func show(_ objects: [NSManagedObject], _ entity: OwnEntity) -> Int {
        let form = form(of: entity)
        var count = 0
        for object in objects {
            for name in form.attributeNames where object.value(forKey: name) != nil { count += 1 }
            for partner in form.partners where !partner.isToMany {
                guard let other = object.value(forKey: partner.name) as? NSManagedObject,
                    let key = forms[partner.entity].keyName
                else { continue }
                count += other.value(forKey: key) == nil ? 0 : 1
            }
        }
        return count
    }

    /// The entity that the user writes, and the attribute by which its objects are found.
    ///
    /// Empty in a workload whose user does not write: nothing reads them there.
    var note: (entity: String, key: String) { (edited?.name ?? "", edited?.key?.name ?? "") }

    /// The value of the key.
    func noteKey(_ number: Int) -> Any {
        edited?.keyValue(self.number(ofEdited: number))?.object ?? NSNull()
    }

    func number(ofNote note: NSManagedObject) -> Int? {
        guard let key = edited?.key else { return nil }
        let value = OwnValue(object: note.value(forKey: key.name), key.kind)
        return value?.number.map { $0 - self.number(ofEdited: 0) }
    }

    /// Reads the attributes that a list of notes shows of them, and returns how many they have.
    func show(notes: [NSManagedObject]) -> Int { edited.map { show(notes, $0) } ?? 0 }

    /// Sets on an imported object what lines leave to the user.
    func mark(_ object: NSManagedObject, as value: NoteValue) {
        for attribute in entity(ofLine: value.number)?.attributes ?? [] {
            guard case .edit(let part) = attribute.kind else { continue }
            object.setValue(value.part(part).settable, forKey: attribute.name)
        }
    }

    /// Sets what an edit changes.
    func edit(_ object: NSManagedObject, to value: NoteValue) {
        guard let edited else { return }
        let number = number(ofEdited: value.number)
        let entity = subentity(of: edited, number)
        let form = form(of: entity)
        for place in form.edited {
            let drawn =
                if case .edit(let part) = entity.attributes[place].kind, part != .key {
                    value.part(part)
                } else {
                    Self.value(
                        entity.attributes[place], of: entity, number, stream(entity, number),
                        revision: value.revision)
                }
            object.setValue(drawn.settable, forKey: form.attributeNames[place])
        }
    }
}
