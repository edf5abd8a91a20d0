/// An object whose values lie in a row: a managed object, or a store's view of a row.
protocol RowHolder: KeyValueReadable, AnyObject {
    var layout: RowLayout { get }
    /// The row to read from; fires a managed object's fault.
    var readRow: Row { get }
    /// Whether `value(forKey:)` may give other values than the row has.
    var hasOwnReading: Bool { get }
}

extension NSManagedObject: RowHolder {
    @inline(__always)
    final var readRow: Row { readableRow() }

    @inline(__always)
    final var hasOwnReading: Bool { OverriddenMethods.readsByKey(type(of: self)) }
}

extension RowView: RowHolder {
    var readRow: Row { row }
    var hasOwnReading: Bool { false }
}
