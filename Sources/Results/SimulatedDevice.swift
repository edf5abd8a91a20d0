/// The device whose costs a simulated result rests on, as far as its readers need it.
package struct SimulatedDevice: Codable, Sendable, Hashable {
    package var name: String
    /// The devices that `lab explain` knows by name; `nil` in the results of an older lab.
    ///
    /// One by its file's path is not among them.
    package var explained: [String]?
    package var title: String
    /// Whose implementation of Core Data the costs describe: `lab` or `apple`.
    package var core: String
    /// The SHA-256 of the device's numbers; `nil` in the results of an older lab.
    ///
    /// A device is known by its file's name, and the file may change.
    package var digest: String?
    /// How many of the device's numbers have each mark, such as `5 derived`, in the order of the
    /// marks.
    package var marks: [String]
    /// Whether figures of a measured run on this device exist.
    package var isMeasured: Bool
    /// The effects that the simulation leaves out.
    package var notModelled: [String]

    package init(
        name: String, explained: [String]? = nil, title: String, core: String,
        digest: String? = nil, marks: [String], isMeasured: Bool, notModelled: [String]
    ) {
        self.name = name
        self.explained = explained
        self.title = title
        self.core = core
        self.digest = digest
        self.marks = marks
        self.isMeasured = isMeasured
        self.notModelled = notModelled
    }
}
