import CoreData
import Execution

/// Makes chains of versions of which each follows from each earlier one.
package struct ChainMaker {
    private let seed: UInt64
    private var stream: RandomStream
    private var model = ChainModel()
    private var highest = 0
    /// Attributes that some version has dropped, with their entities: they may come back.
    private var dropped: [(entity: Int, attribute: ChainModel.Attribute)] = []

    package init(seed: UInt64) {
        self.seed = seed
        stream = RandomStream(seed: seed).keyed("chain")
    }

    package mutating func make() -> Chain {
        for _ in 0..<Int.random(in: 1...3, using: &stream) { addEntity() }
        for _ in 0..<random(3) { addRelationship() }
        var versions = [model]
        for _ in 0..<Int.random(in: 1...3, using: &stream) {
            for _ in 0..<Int.random(in: 1...3, using: &stream) { change() }
            versions.append(model)
        }
        var stops = versions.indices.dropLast().filter { _ in random(3) > 0 }
        if stops.isEmpty { stops = [random(versions.count - 1)] }
        let types: [NSPersistentStore.StoreType] = [.sqlite, .sqlite, .sqlite, .binary, .xml]
        let type = types[random(types.count)]
        return Chain(
            seed: seed, type: type, isForeign: type == .sqlite && random(2) == 0,
            versions: versions, stops: stops + [versions.count - 1])
    }

    // MARK: Changes

    private mutating func change() {
        switch random(16) {
        case 0, 1, 2: addAttribute(to: random(model.entities.count))
        case 3, 4: dropAttribute()
        case 5, 6: renameAttribute()
        case 7: changeOptionality()
        case 8: renameEntity()
        case 9: addEntity()
        case 10: dropEntity()
        case 11: addRelationship()
        case 12: dropRelationship()
        case 13: renameEnd()
        case 14: widenEnd()
        default: if random(2) == 0 { addParent() } else { bringAttributeBack() }
        }
    }

    private mutating func addEntity() {
        let id = nextNumber()
        var entity = ChainModel.Entity(id: id, name: "E\(id)")
        if !model.entities.isEmpty, random(3) == 0 {
            entity.parent = model.entities[random(model.entities.count)].id
        }
        model.entities.append(entity)
        for _ in 0..<Int.random(in: 1...3, using: &stream) {
            addAttribute(to: model.entities.count - 1)
        }
    }

    private mutating func addAttribute(to index: Int) {
        let id = nextNumber()
        let kind = ChainModel.Kind.allCases[random(ChainModel.Kind.allCases.count)]
        var attribute = ChainModel.Attribute(id: id, name: "a\(id)", kind: kind)
        if random(3) == 0 { attribute.standard = standard(kind) }
        if attribute.standard != nil { attribute.isOptional = random(2) == 0 }
        model.entities[index].attributes.append(attribute)
    }

    private mutating func standard(_ kind: ChainModel.Kind) -> String? {
        switch kind {
        case .string: "word\(random(9))"
        case .integer16, .integer64: "\(random(99))"
        case .double, .decimal: "\(random(9)).5"
        case .boolean: random(2) == 0 ? "YES" : "NO"
        case .date: "\(random(9_999))"
        case .binary, .uuid, .uri: nil
        }
    }

    private mutating func dropAttribute() {
        guard let (entity, place) = anyAttribute() else { return }
        let id = model.entities[entity].id
        dropped.append((id, model.entities[entity].attributes.remove(at: place)))
    }

    private mutating func bringAttributeBack() {
        guard !dropped.isEmpty else { return }
        let (id, attribute) = dropped.remove(at: random(dropped.count))
        guard let entity = model.entities.firstIndex(where: { $0.id == id }) else { return }
        model.entities[entity].attributes.append(attribute)
    }

    private mutating func renameAttribute() {
        guard let (entity, place) = anyAttribute() else { return }
        let id = model.entities[entity].attributes[place].id
        model.entities[entity].attributes[place].name = "a\(id)n\(nextNumber())"
    }

    private mutating func changeOptionality() {
        guard let (entity, place) = anyAttribute() else { return }
        let attribute = model.entities[entity].attributes[place]
        if attribute.isOptional {
            guard let standard = attribute.standard ?? standard(attribute.kind) else { return }
            model.entities[entity].attributes[place].standard = standard
        }
        model.entities[entity].attributes[place].isOptional.toggle()
    }

    private mutating func renameEntity() {
        let index = random(model.entities.count)
        model.entities[index].name = "E\(model.entities[index].id)n\(nextNumber())"
    }

    /// Drops an entity without subentities, and the relationships that lead to it.
    private mutating func dropEntity() {
        let leaves = model.entities.filter { model.family(of: $0.id).count == 1 }
        guard model.entities.count > 1, let leaf = pick(leaves) else { return }
        for index in model.entities.indices {
            model.entities[index].ends.removeAll { $0.destination == leaf.id }
        }
        model.entities.removeAll { $0.id == leaf.id }
    }

    /// Puts a new, abstract entity above one that has none.
    private mutating func addParent() {
        guard let entity = pick(model.entities.filter { $0.parent == nil }) else { return }
        let id = nextNumber()
        model.entities.append(ChainModel.Entity(id: id, name: "E\(id)", isAbstract: true))
        let index = model.entities.firstIndex { $0.id == entity.id }!
        model.entities[index].parent = id
    }

    private mutating func addRelationship() {
        let from = random(model.entities.count), to = random(model.entities.count)
        let forward = nextNumber(), backward = nextNumber()
        let (source, destination) = (model.entities[from].id, model.entities[to].id)
        model.entities[from].ends.append(
            end(forward, to: destination, inverse: backward))
        model.entities[to].ends.append(end(backward, to: source, inverse: forward))
    }

    private mutating func end(_ id: Int, to entity: Int, inverse: Int) -> ChainModel.End {
        let isToMany = random(3) > 0
        return ChainModel.End(
            id: id, name: "r\(id)", destination: entity, inverse: inverse, isToMany: isToMany,
            isOrdered: isToMany && random(3) == 0)
    }

    private mutating func dropRelationship() {
        guard let (entity, place) = anyEnd() else { return }
        let end = model.entities[entity].ends[place]
        for index in model.entities.indices {
            model.entities[index].ends.removeAll { $0.id == end.id || $0.id == end.inverse }
        }
    }

    private mutating func renameEnd() {
        guard let (entity, place) = anyEnd() else { return }
        let id = model.entities[entity].ends[place].id
        model.entities[entity].ends[place].name = "r\(id)n\(nextNumber())"
    }

    /// Makes a to-one a to-many, or an ordered to-many one without order.
    private mutating func widenEnd() {
        guard let (entity, place) = anyEnd() else { return }
        if model.entities[entity].ends[place].isToMany {
            model.entities[entity].ends[place].isOrdered = false
        } else {
            model.entities[entity].ends[place].isToMany = true
        }
    }

    // MARK: Drawing

    private mutating func anyAttribute() -> (entity: Int, place: Int)? {
        pick(
            model.entities.indices.flatMap { entity in
                model.entities[entity].attributes.indices.map { (entity, $0) }
            })
    }

    private mutating func anyEnd() -> (entity: Int, place: Int)? {
        pick(
            model.entities.indices.flatMap { entity in
                model.entities[entity].ends.indices.map { (entity, $0) }
            })
    }

    private mutating func pick<T>(_ choices: [T]) -> T? {
        choices.isEmpty ? nil : choices[random(choices.count)]
    }

    private mutating func random(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &stream)
    }

    private mutating func nextNumber() -> Int {
        highest += 1
        return highest
    }
}
