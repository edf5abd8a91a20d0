/// A weak reference through an anchor.
@propertyWrapper
struct Weakly<Object: Anchored> {
    private var anchor: Anchor?

    init(wrappedValue: Object?) {
        anchor = wrappedValue?.anchor
    }

    var wrappedValue: Object? {
        get { anchor?.object(as: Object.self) }
        set { anchor = newValue?.anchor }
    }
}
