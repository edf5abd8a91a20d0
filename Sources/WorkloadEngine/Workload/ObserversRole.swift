/// The role of the parts of a screen, such as view models, each of which looks at every object that
/// changes in the user's context.
///
/// They act in the phases that list them, whenever that context has saved or merged.
package struct ObserversRole: Sendable, Hashable {
    /// What an observer takes to read a property of each changed object.
    package enum Reads: String, CaseIterable, Sendable {
        /// The objects of the context's did-change notification.
        case objects
        /// The IDs of its did-save and did-merge notifications, each object by itself.
        case ids
        /// The same IDs, all objects with one fetch.
        case fetch
    }

    /// How many there are: a screen has some dozens at most.
    package var count: Int
    package var reads: Reads

    static let counts = 1...50
}
