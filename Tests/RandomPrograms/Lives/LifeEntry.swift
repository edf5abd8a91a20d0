/// The state of an object in one context, by the documented rules.
struct LifeEntry {
    /// The values of an object in a store or a context.
    struct Row: Equatable {
        let kind: LifeProgram.Kind
        let flags: Int
        private var values: [Int?]
        /// Counts the saves that changed the object.
        var version = 0

        init(_ kind: LifeProgram.Kind, x: Int?, flags: Int) {
            self.kind = kind
            self.flags = flags
            values = [Int?](repeating: nil, count: LifeProgram.Property.allCases.count)
            self[.x] = x
        }

        subscript(property: LifeProgram.Property) -> Int? {
            get { values[Self.place(property)] }
            set { values[Self.place(property)] = newValue }
        }

        private static func place(_ property: LifeProgram.Property) -> Int {
            switch property {
            case .x: 0
            case .y: 1
            case .w: 2
            case .p: 3
            case .t: 4
            case .d: 5
            case .box: 6
            }
        }

        /// The row as a store has it: transient values are each context's own.
        var stored: Row {
            var row = self
            row[.t] = nil
            row[.d] = nil
            return row
        }
    }

    let kind: LifeProgram.Kind
    /// The values that it was read with; `nil` for an inserted one.
    var base: Row?
    /// The values that it has; `nil` for a fault whose row is not at hand.
    var own: Row?
    var isFault = true
    /// In a child: the row under the unsaved values is to be read again when a value is asked for.
    var isOutdated = false
    /// Whether the row under the unsaved values was read after they were made.
    var isRebased = false
    var dirty: Set<LifeProgram.Property> = []
    /// Transient values whose fate the documentation leaves open.
    var unknown: Set<LifeProgram.Property> = []
    /// A box's members that came and went since the last save.
    var added: Set<Int> = []
    var removed: Set<Int> = []
    var isInserted = false
    var isUpdated = false
    var isDeleted = false
    /// Deleted by another context's save, which this one has merged.
    var isGone = false
    /// The same, until this context saves.
    var isDeletedByMerge = false
    /// Whether the program holds the object; a context itself holds only objects with unsaved
    /// changes.
    var isHeld = false
    /// Whether this is the object that was inserted here, or its copy that a child's save made.
    var isOriginal = false
    /// Whether a permanent ID was obtained for it here.
    var isObtained = false
    var deletions = 0
    var insertions = 0

    init(_ kind: LifeProgram.Kind) {
        self.kind = kind
    }

    var isPending: Bool { isInserted || isUpdated || isDeleted }
    /// Whether it can be used: deleted neither here nor by others.
    var isAlive: Bool { !isDeleted && !isGone }
    /// Whether a save to the store writes it.
    var hasStoredChanges: Bool {
        dirty.contains { !$0.isTransient } || !added.isEmpty || !removed.isEmpty
    }

    /// Takes a row that is not this context's own.
    mutating func take(_ row: Row) {
        base = row.stored
        own = row.stored
    }

    /// Puts the unsaved values on another row; transient ones stay, and one that was set to what it
    /// was gives way.
    mutating func rebase(onto row: Row) {
        if let own, let base { dirty = dirty.filter { $0 == .box || own[$0] != base[$0] } }
        isOutdated = false
        isRebased = true
        var base = row.stored
        for property in [LifeProgram.Property.t, .d] { base[property] = self.base?[property] }
        var merged = base
        for property in dirty.union([.t, .d]) { merged[property] = own![property] }
        self.base = base
        own = merged
    }

    mutating func turnIntoFault() {
        base = nil
        own = nil
        isFault = true
        isOutdated = false
        isUpdated = false
        isDeleted = false
        unknown = []
        forgetChanges()
    }

    /// Drops the unsaved changes.
    mutating func revert() {
        if isOutdated { return turnIntoFault() }
        own = base
        if isRebased { unknown = [.t, .d] }
        isUpdated = false
        isDeleted = false
        forgetChanges()
    }

    private mutating func forgetChanges() {
        isRebased = false
        dirty = []
        added = []
        removed = []
    }

    /// Turns the unsaved changes into saved ones.
    mutating func settle() {
        base = own
        isInserted = false
        isUpdated = false
        forgetChanges()
    }
}
