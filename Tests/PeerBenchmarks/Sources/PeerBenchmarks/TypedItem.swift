import CoreData

/// The benchmark's entity as a class of typed properties.
final class TypedItem: NSManagedObject {
    private enum Properties {
        static let v0 = ManagedProperty<Int64>("v0")
        static let v1 = ManagedProperty<Int64>("v1")
        static let v2 = ManagedProperty<Int64>("v2")
        static let v3 = ManagedProperty<Int64>("v3")
        static let v4 = ManagedProperty<Int64>("v4")
        static let v5 = ManagedProperty<Int64>("v5")
        static let v6 = ManagedProperty<Int64>("v6")
        static let v7 = ManagedProperty<Int64>("v7")
        static let v8 = ManagedProperty<Int64>("v8")
        static let v9 = ManagedProperty<Int64>("v9")
    }

    var v0: Int64 {
        get { self[Properties.v0] }
        set { self[Properties.v0] = newValue }
    }

    var v1: Int64 {
        get { self[Properties.v1] }
        set { self[Properties.v1] = newValue }
    }

    var v2: Int64 {
        get { self[Properties.v2] }
        set { self[Properties.v2] = newValue }
    }

    var v3: Int64 {
        get { self[Properties.v3] }
        set { self[Properties.v3] = newValue }
    }

    var v4: Int64 {
        get { self[Properties.v4] }
        set { self[Properties.v4] = newValue }
    }

    var v5: Int64 {
        get { self[Properties.v5] }
        set { self[Properties.v5] = newValue }
    }

    var v6: Int64 {
        get { self[Properties.v6] }
        set { self[Properties.v6] = newValue }
    }

    var v7: Int64 {
        get { self[Properties.v7] }
        set { self[Properties.v7] = newValue }
    }

    var v8: Int64 {
        get { self[Properties.v8] }
        set { self[Properties.v8] = newValue }
    }

    var v9: Int64 {
        get { self[Properties.v9] }
        set { self[Properties.v9] = newValue }
    }
}
