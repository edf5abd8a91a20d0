/// The kinds of properties whose values a Swift type can hold.
struct ValueTypes: OptionSet {
    let rawValue: UInt32

    static let integer: ValueTypes = [
        ValueTypes(.integer16), ValueTypes(.integer32), ValueTypes(.integer64),
    ]
    static let real: ValueTypes = [ValueTypes(.double), ValueTypes(.float)]
    static let toMany = ValueTypes(rawValue: 1 << 31)
}

extension ValueTypes {
    init(_ kind: SlotKind) {
        self.init(rawValue: 1 << UInt32(kind.rawValue))
    }
}
