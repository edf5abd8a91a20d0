import Results

/// The role of the person at the screen.
package struct UserRole: Sendable, Hashable {
    /// When the user saves.
    package enum SaveHabit: String, CaseIterable, Sendable {
        case afterEdit = "after-edit"
        /// When the app goes to the background, and not before.
        case onBackground = "on-background"
    }

    /// The mechanism that keeps the list on the screen up to date.
    package enum List: String, CaseIterable, Sendable {
        /// Nothing: each page is fetched when it is wanted.
        case pages
        /// A fetched-results controller, which follows the context.
        case fetchedResults = "fetched-results"
    }

    /// The things that the handler of the importer's did-save takes to the main queue to read
    /// there.
    package enum SavedObjects: String, CaseIterable, Sendable {
        case ids
        /// The objects themselves, which belong to another queue: the mistake that concurrency
        /// debugging traps.
        case objects
    }

    /// What must hold in the end of an imported object that the user has marked and an import has
    /// changed.
    package enum Marks: String, CaseIterable, Sendable {
        /// The import's values and the user's last mark: they are of different attributes.
        case both
        /// Each of the two may have lost against the other, whole.
        case either
    }

    package var list: List
    /// The handler's way; `nil` for a user whose app does not look at saved objects.
    package var onDidSave: SavedObjects?
    package var arrivals: Arrivals
    /// Kinds with their weights, which sum to 1, in the order of the file.
    package var mix: [WeightedKind]
    /// Rows of a page that is fetched, and of a search's answer.
    package var page: Int
    package var saves: SaveHabit
    package var marks = Marks.both
    /// The entity whose objects the user writes, changes and deletes; `nil` for a user who only
    /// reads.
    package var edits: String?
    /// The attribute of the imported entity by which the list is sorted and searched; `nil` for a
    /// user without a list.
    package var shows: String?

    /// A kind of operation and how often it is drawn.
    package struct WeightedKind: Sendable, Hashable {
        package var kind: OperationKind
        package var weight: Double
    }

    /// Takes from a content what the role does not say.
    ///
    /// - Parameter imported: the entity of the list; `nil` without an importer.
    mutating func complete(from content: ContentFile, importing imported: OwnEntity?) {
        edits = edits ?? content.edits
        let texts = imported?.attributes.filter(\.kind.isText).map(\.name) ?? []
        shows = shows ?? texts.first { $0 == content.shows }
    }

    /// The share of a kind in the mix.
    func weight(of kind: OperationKind) -> Double {
        mix.first { $0.kind == kind }?.weight ?? 0
    }
}
