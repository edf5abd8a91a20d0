/// The state of a program's object in one context, by the documented rules.
struct ExpectedEntry {
    /// The values of an object in a store or a context.
    struct Row: Equatable {
        var kind: Program.Kind
        var x: Int?
        var y: Int?
        var author: Int?
        /// Counts the saves that changed the object.
        var version = 0

        subscript(property: Program.Property) -> Int? {
            get {
                switch property {
                case .x: x
                case .y: y
                case .author: author
                }
            }
            set {
                switch property {
                case .x: x = newValue
                case .y: y = newValue
                case .author: author = newValue
                }
            }
        }
    }

    let kind: Program.Kind
    /// The values that the object was read with; `nil` for an inserted one.
    var base: Row?
    /// The values that it has; `nil` for a fault whose row is not at hand.
    var own: Row?
    var isFault = true
    var dirty: Set<Program.Property> = []
    /// The members of its to-many, once they were read.
    var members: Set<Int>?
    var added: Set<Int> = []
    var removed: Set<Int> = []
    var isInserted = false
    var isUpdated = false
    var isDeleted = false
    /// Deleted by another context, whose save this context has merged.
    var isGone = false
    /// Whether the program holds the object; a context itself holds only objects with unsaved
    /// changes.
    var isHeld = false

    init(_ kind: Program.Kind) {
        self.kind = kind
    }

    var isPending: Bool { isInserted || isUpdated || isDeleted }
    /// Whether it can be used: neither deleted here nor by others.
    var isAlive: Bool { !isDeleted && !isGone }
    var hasRelationshipChanges: Bool {
        dirty.contains(.author) || !added.isEmpty || !removed.isEmpty
    }

    mutating func take(_ row: Row) {
        base = row
        own = row
    }

    /// Puts the unsaved values on another row; the members are to be read again.
    ///
    /// - Parameter keepsAll: whether a value that was set to what it was stays, too.
    mutating func rebase(onto row: Row, keepsAll: Bool = false) {
        if !keepsAll, let own, let base {
            dirty = dirty.filter { $0 == .author || own[$0] != base[$0] }
        }
        var merged = row
        for property in dirty { merged[property] = own![property] }
        base = row
        own = merged
        members = nil
    }

    mutating func turnIntoFault() {
        base = nil
        own = nil
        isFault = true
        isUpdated = false
        forgetChanges()
    }

    /// Drops the unsaved changes.
    mutating func revert() {
        own = base
        isUpdated = false
        isDeleted = false
        forgetChanges()
    }

    private mutating func forgetChanges() {
        dirty = []
        members = nil
        added = []
        removed = []
    }

    /// Turns the unsaved changes into saved ones.
    mutating func settle() {
        base = own
        isInserted = false
        isUpdated = false
        dirty = []
        added = []
        removed = []
    }
}
