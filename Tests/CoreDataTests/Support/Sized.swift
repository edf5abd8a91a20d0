import CoreData

/// A class that several entities share.
class Sized: NSManagedObject {
    private enum Properties {
        static let size = ManagedProperty<Int64>("size")
        static let label = ManagedProperty<String?>("label")
    }

    var size: Int64 {
        get { self[Properties.size] }
        set { self[Properties.size] = newValue }
    }

    /// Of the root entity: in the same slot in every subentity.
    var label: String? {
        get { self[Properties.label] }
        set { self[Properties.label] = newValue }
    }
}
