import Foundation

// Texts and bytes are records in the slab, decoded at each read.

extension NSManagedObject {
    /// The value of a string property.
    public final subscript(property: ManagedProperty<String>) -> String {
        get { text(property.handle) ?? "" }
        set { setText(newValue, property.handle, ValueTypes(.string)) }
    }

    /// The value of a string property; `nil` for none.
    public final subscript(property: ManagedProperty<String?>) -> String? {
        get { text(property.handle) }
        set { setText(newValue, property.handle, ValueTypes(.string)) }
    }

    /// The value of a data property.
    public final subscript(property: ManagedProperty<Data>) -> Data {
        get { withRecord(property.handle, ValueTypes(.binary)) { Data($0) } ?? Data() }
        set { setData(newValue, property.handle, ValueTypes(.binary)) }
    }

    /// The value of a data property; `nil` for none.
    public final subscript(property: ManagedProperty<Data?>) -> Data? {
        get { withRecord(property.handle, ValueTypes(.binary)) { Data($0) } }
        set { setData(newValue, property.handle, ValueTypes(.binary)) }
    }

    /// The value of a UUID property; nil reads as zeros.
    public final subscript(property: ManagedProperty<UUID>) -> UUID {
        get { identifier(property.handle) ?? UUID(uuid: Self.zeros) }
        set { setIdentifier(newValue, property.handle) }
    }

    /// The value of a UUID property; `nil` for none.
    public final subscript(property: ManagedProperty<UUID?>) -> UUID? {
        get { identifier(property.handle) }
        set { setIdentifier(newValue, property.handle) }
    }

    /// The value of a decimal number property.
    public final subscript(property: ManagedProperty<Decimal>) -> Decimal {
        get { decimal(property.handle) ?? 0 }
        set { setText("\(newValue)", property.handle, ValueTypes(.decimal)) }
    }

    /// The value of a decimal number property; `nil` for none.
    public final subscript(property: ManagedProperty<Decimal?>) -> Decimal? {
        get { decimal(property.handle) }
        set { setText(newValue.map { "\($0)" }, property.handle, ValueTypes(.decimal)) }
    }

    /// The value of a URI property, which must not be nil when it is read.
    public final subscript(property: ManagedProperty<URL>) -> URL {
        get {
            if let url = url(property.handle) { return url }
            if state.contains(.recordsKeys) { return URL(fileURLWithPath: "/") }
            missing(property.handle)
        }
        set { setText(newValue.absoluteString, property.handle, ValueTypes(.uri)) }
    }

    /// The value of a URI property; `nil` for none.
    public final subscript(property: ManagedProperty<URL?>) -> URL? {
        get { url(property.handle) }
        set { setText(newValue?.absoluteString, property.handle, ValueTypes(.uri)) }
    }

    // MARK: Decoding and encoding

    private static let zeros: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    @inline(__always)
    private final func text(_ property: PropertyHandle) -> String? {
        withRecord(property, ValueTypes(.string)) { String(decoding: $0, as: UTF8.self) }
    }

    private final func url(_ property: PropertyHandle) -> URL? {
        withRecord(property, ValueTypes(.uri)) {
            URL(string: String(decoding: $0, as: UTF8.self))
        } ?? nil
    }

    private final func decimal(_ property: PropertyHandle) -> Decimal? {
        withRecord(property, ValueTypes(.decimal)) {
            Decimal(string: String(decoding: $0, as: UTF8.self))
        } ?? nil
    }

    private final func identifier(_ property: PropertyHandle) -> UUID? {
        withRecord(property, ValueTypes(.uuid)) { bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        } ?? nil
    }

    @inline(__always)
    private final func setText(_ text: String?, _ property: PropertyHandle, _ types: ValueTypes) {
        guard var text else { return setNull(property, types) }
        text.withUTF8 { setRecord(UnsafeRawBufferPointer($0), property, types) }
    }

    private final func setData(_ data: Data?, _ property: PropertyHandle, _ types: ValueTypes) {
        guard let data else { return setNull(property, types) }
        data.withUnsafeBytes { setRecord($0, property, types) }
    }

    private final func setIdentifier(_ id: UUID?, _ property: PropertyHandle) {
        guard let id else { return setNull(property, ValueTypes(.uuid)) }
        withUnsafeBytes(of: id.uuid) { setRecord($0, property, ValueTypes(.uuid)) }
    }
}
