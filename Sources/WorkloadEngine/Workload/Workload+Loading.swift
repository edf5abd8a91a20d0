import Documents

extension Workload {
    /// Reads a workload by its name in `Workloads/` or by the path of its file.
    ///
    /// Model and data are not opened yet: `OperationPlan` does that.
    ///
    /// - Parameters:
    ///   - settings: values set otherwise, by dotted path, as `--set` gives them.
    ///   - library: where names are looked up.
    /// - Throws: `WorkloadError` where there is none of the name; `DocumentError` with every
    ///   mistake in it, or in a setting.
    package static func load(
        named name: String, settings: [(path: String, value: String)] = [],
        library: WorkloadLibrary = WorkloadLibrary()
    ) throws -> Workload {
        let document = try document(named: name, settings: settings, library: library)
        return try WorkloadReader(document: document, library: library).read()
    }

    /// The document that `load` makes a workload of.
    ///
    /// - Throws: as `load` does.
    package static func document(
        named name: String, settings: [(path: String, value: String)] = [],
        library: WorkloadLibrary = WorkloadLibrary()
    ) throws -> Document {
        var document = try Document(contentsOf: library.file(named: name))
        for setting in settings {
            document = try document.setting(path: setting.path, to: setting.value)
        }
        return document
    }

    /// Makes a workload of a text, as `load` makes it of a file.
    ///
    /// - Parameter file: what messages call the text, and where its paths start.
    package static func parse(
        _ text: String, file: String, library: WorkloadLibrary = WorkloadLibrary()
    ) throws -> Workload {
        try WorkloadReader(document: Document(file: file, text: text), library: library).read()
    }
}
