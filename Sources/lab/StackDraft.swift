/// A package whose program is the lab with one stack in Swift, to begin with.
package struct StackDraft {
    /// The package, its program and the stack's class.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    /// The texts of its files, by their paths in the package's folder.
    ///
    /// - Parameter clone: the path of the lab's package.
    package func files(clone: String) -> [(path: String, text: String)] {
        [
            ("Package.swift", manifest(clone: clone)),
            ("Sources/\(name)/main.swift", main),
            ("Sources/\(name)/\(name).swift", stack),
        ]
    }

    private func manifest(clone: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [
                // A clone, by its path: the lab's targets are optimised with flags that SwiftPM
                // allows no package that it has fetched.
                .package(name: "lab", path: "\(clone)")
            ],
            targets: [
                .executableTarget(
                    name: "\(name)",
                    dependencies: [
                        .product(name: "LabKit", package: "lab"),
                        .product(name: "CoreData", package: "lab"),
                    ])
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    private var main: String {
        """
        import LabKit

        // The lab's command, with these stacks beside those of its catalogue.
        Lab.main(stacks: [\(name).self])

        """
    }

    /// The source of the stack.
    package var stack: String {
        """
        import CoreData
        import LabKit

        /// A container whose background tasks import, to be replaced by your app's stack.
        final class \(name): AppStack {
            private let container: NSPersistentContainer

            /// Opens the store that the lab asks for, with the workload's model.
            init(on store: LabStore) throws {
                container = NSPersistentContainer(name: "\(name)", managedObjectModel: store.model)
                try store.open(on: container.persistentStoreCoordinator)
                container.viewContext.automaticallyMergesChangesFromParent = true
            }

            /// What your views show.
            var uiContext: NSManagedObjectContext { container.viewContext }

            /// Where your app works on what the network brings.
            func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
                container.performBackgroundTask { context in work(context) }
            }

            /// How your app saves an edit; `believed` is called when it takes the edit for saved.
            func save(
                _ context: NSManagedObjectContext,
                believed: @escaping @Sendable ((any Error)?) -> Void
            ) {
                do {
                    if context.hasChanges { try context.save() }
                    believed(nil)
                } catch {
                    believed(error)
                }
            }

            /// What your app does in did-enter-background and will-terminate.
            func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {
                let context = container.viewContext
                context.perform {
                    if context.hasChanges { try? context.save() }
                    done()
                }
            }
        }

        """
    }
}
