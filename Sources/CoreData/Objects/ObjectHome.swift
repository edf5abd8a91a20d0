/// What all objects of one entity in one context have in common: one reference in each of them
/// takes the place of two.
///
/// Constant, so that any thread may read it. An object without a context has the home that its
/// layout keeps, which has no registry.
///
///     context ── homes ──► home ──► registry ──► context (not retained)
///     object ───────────────▲ └───► layout ──► its own home, not retained by that
// @unchecked: constant; the registry has a lock of its own.
final class ObjectHome: @unchecked Sendable {
    unowned(unsafe) let layout: RowLayout
    /// `nil` for objects that never had a context.
    let registry: ObjectRegistry?
    /// The layout's, kept here because a reference to the layout would be counted at each access to
    /// a typed property.
    let serial: UInt32
    let hierarchySerial: UInt32
    let checksQueues: Bool
    let rootNumber: Int
    /// The same as `layout`, unless the layout keeps this home.
    private let keptLayout: RowLayout?

    /// The home of a layout's objects in the registry's context.
    init(_ layout: RowLayout, _ registry: ObjectRegistry) {
        self.layout = layout
        self.registry = registry
        keptLayout = layout
        serial = layout.serial
        hierarchySerial = layout.hierarchySerial
        checksQueues = layout.checksQueues
        rootNumber = layout.rootNumber
    }

    /// The home of a layout's objects without a context, for the layout to keep.
    init(ofLoose layout: RowLayout) {
        self.layout = layout
        registry = nil
        keptLayout = nil
        serial = layout.serial
        hierarchySerial = layout.hierarchySerial
        checksQueues = layout.checksQueues
        rootNumber = layout.rootNumber
    }

    /// Whether the home is that of a layout's objects.
    @inline(__always)
    func isOf(_ layout: RowLayout) -> Bool { serial == layout.serial }
}
