/// An object that weak references lead to by way of its anchor.
protocol Anchored: AnyObject {
    var anchor: Anchor { get }
}
