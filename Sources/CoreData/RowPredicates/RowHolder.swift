/// An object whose values lie in a row: a managed object, or a store's view of a row.
protocol RowHolder: KeyValueReadable, AnyObject {
    var layout: RowLayout { get }
    /// The row to read from; fires a managed object's fault.
    var readRow: Row { get }
    /// Whether `value(forKey:)` may give other values than the row has.
    var hasOwnReading: Bool { get }
}
