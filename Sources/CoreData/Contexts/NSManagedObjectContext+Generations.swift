import Foundation

/// In a did-save notification: the state that a pinned context reads after its save.
public let NSManagedObjectContextQueryGenerationKey = "NSManagedObjectContextQueryGenerationKey"

extension NSManagedObjectContext {
    /// Pins what the context reads to one state of its stores; `nil` lets it read the newest.
    ///
    /// `NSQueryGenerationToken.current` takes the newest state at the next read; another context's
    /// token gives both the same. A save, a merge and a reset of this context take it on to the
    /// newest, batch requests do not. Registered objects keep their values until they are
    /// refreshed or fetched again. Saves always meet the newest rows: the merge policy decides.
    ///
    /// Stores that are not SQLite's in WAL mode are read as they are. If the coordinator has no
    /// other, the context stays unpinned.
    ///
    /// - Precondition: on the context's queue; the context has no parent. A child reads what that
    ///   reads.
    /// - Throws: 134070 for a token of another coordinator.
    public final func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        checkQueue("setQueryGenerationFrom(_:)")
        guard let source = requiredSource() as? CoordinatorSource else {
            fatalError(
                """
                setQueryGenerationFrom(_:) of a nested context: it reads what its parent reads. \
                Pin the context at the top.
                """)
        }
        let own = ObjectIdentifier(source.coordinator)
        if let pinned = generation?.generation, pinned.coordinator != own {
            throw CoreDataError.foreignGeneration()
        }
        let isPinnable = source.coordinator.rowStores.contains {
            ($0 as? SQLiteStore)?.keepsGenerations ?? false
        }
        pinnedGeneration = isPinnable ? generation : nil
    }

    /// The state that the context reads: `nil` for the newest, `current` until the first read.
    ///
    /// Always `nil` for a nested context, which reads what its parent reads.
    public final var queryGenerationToken: NSQueryGenerationToken? { pinnedGeneration }

    /// The state to read now, fixed by this call if it was not yet; `nil` for the newest rows.
    ///
    /// - Throws: errors of the stores.
    final func generationToRead() throws -> QueryGeneration? {
        guard let pinned = pinnedGeneration else { return nil }
        if let generation = pinned.generation { return generation }
        guard let coordinator = persistentStoreCoordinator else { return nil }
        let token = NSQueryGenerationToken(try coordinator.makeGeneration())
        pinnedGeneration = token
        return token.generation
    }

    /// Lets a pinned context take the newest state with its next read.
    @inline(__always)
    final func advanceGeneration() {
        if pinnedGeneration != nil { pinnedGeneration = .current }
    }

    /// Takes a pinned context to the newest state after its save.
    ///
    /// If that fails, its next read throws the error.
    final func renewGeneration() {
        guard pinnedGeneration != nil else { return }
        pinnedGeneration = .current
        guard (try? generationToRead()) != nil else { return }
        saveMarks.generation = pinnedGeneration
    }
}

extension NSPersistentStoreCoordinator {
    /// Begins a generation of the present state of all stores.
    fileprivate final func makeGeneration() throws -> QueryGeneration {
        var numbers: [Int] = []
        var snapshots: [Int: StoreSnapshot] = [:]
        for store in rowStores {
            do {
                if let store = store as? SQLiteStore, store.keepsGenerations {
                    snapshots[store.number] = try store.pin()
                }
                numbers.append(store.number)
            } catch {
                // One that was removed meanwhile is no part of it.
                guard self.store(numbered: store.number) !== store else { throw error }
            }
        }
        return QueryGeneration(self, numbers, snapshots)
    }
}
