/// The identity of an object in eight bytes, as rows, registries and to-one slots hold it.
///
///     63    59        49          48                                0
///     | store 5 | entity 10 | temporary 1 |  number 48              |
///
/// A permanent key has the row's `Z_PK` as its number; a temporary key has a number that the
/// process counts. The entity is the object's own, never one that it inherits from. Zero stands for
/// “no object”: entities count from one here, as `Z_ENT` does.
struct ObjectKey: Hashable, Sendable {
    var bits: UInt64

    static let none = ObjectKey(bits: 0)
    static let highestStore = 31
    static let highestEntity = NSManagedObjectModel.highestEntityCount
    static let highestNumber: Int64 = (1 << 48) - 1

    private static let temporaryBit: UInt64 = 1 << 48

    init(bits: UInt64) {
        self.bits = bits
    }

    init(store: Int, entity: Int, number: Int64, isTemporary: Bool = false) {
        precondition(
            number > 0 && number <= Self.highestNumber,
            "the row number \(number) is outside 1…2^48−1, the numbers that this engine can keep")
        bits =
            UInt64(store) << 59 | UInt64(entity) << 49 | UInt64(number)
            | (isTemporary ? Self.temporaryBit : 0)
    }

    var isNone: Bool { bits == 0 }
    var isTemporary: Bool { bits & Self.temporaryBit != 0 }
    var number: Int64 { Int64(bits & 0xFFFF_FFFF_FFFF) }
    /// The entity's number as in `Z_ENT`: its index in the model, plus one.
    var entity: Int { Int(bits >> 49 & 0x3FF) }
    var store: Int { Int(bits >> 59) }
}
