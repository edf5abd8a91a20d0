import Foundation

extension StoreContents.Value {
    /// The value of a row's slot.
    init(_ row: Row, _ slot: Slot, _ model: ModelLayout) {
        guard !row.isNull(slot.index) else {
            self = .null
            return
        }
        let word = row.words[slot.offset]
        switch slot.kind {
        case .integer16, .integer32, .integer64, .boolean:
            self = .integer(Int64(bitPattern: word))
        case .double, .float, .date:
            self = .double(Double(bitPattern: word))
        case .toOne:
            self = .reference(StoreContents.Reference(ObjectKey(bits: word), model))
        default:
            self =
                row.bytes(at: slot.offset, slot: slot.index).map { .bytes(Data($0)) } ?? .null
        }
    }

    /// Puts the value into a row's slot; returns `false` if the kinds differ.
    func write(to row: Row, _ slot: Slot, _ model: ModelLayout, store: Int) -> Bool {
        switch (self, slot.kind) {
        case (.null, _): return true
        case (.integer(let value), .integer16), (.integer(let value), .integer32),
            (.integer(let value), .integer64), (.integer(let value), .boolean):
            row.words[slot.offset] = UInt64(bitPattern: value)
        case (.double(let value), .double), (.double(let value), .float),
            (.double(let value), .date):
            row.words[slot.offset] = value.bitPattern
        case (.reference(let reference), .toOne):
            guard let key = reference.key(model, store: store) else { return false }
            row.words[slot.offset] = key.bits
        case (.bytes(let data), let kind) where kind.isRecord:
            row.words[slot.offset] = data.withUnsafeBytes { row.record($0) }
        default: return false
        }
        row.setNull(slot.index, false)
        return true
    }
}

extension StoreContents.Reference {
    init(_ key: ObjectKey, _ model: ModelLayout) {
        self.init(entity: model[key.entity].entity.name ?? "", number: key.number)
    }

    /// The key in a store; `nil` if the model lacks the entity.
    func key(_ model: ModelLayout, store: Int) -> ObjectKey? {
        guard let layout = model.layout(named: entity), number > 0,
            number <= ObjectKey.highestNumber
        else { return nil }
        return ObjectKey(store: store, entity: layout.number, number: number)
    }
}

extension StoreContents.Record {
    init(_ row: Row, _ layout: RowLayout, _ model: ModelLayout) {
        number = row.key.number
        version = row.version
        values = layout.storedSlots.map { StoreContents.Value(row, $0, model) }
    }
}
