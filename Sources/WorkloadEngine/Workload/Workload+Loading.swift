import Documents
import Results

extension Workload {
    /// Reads a workload by its name in `Workloads/` or by the path of its file.
    ///
    /// Model and data are not opened yet: `OperationPlan` does that.
    ///
    /// - Parameters:
    ///   - settings: values that replace the file's, by dotted path, as `--set` gives them.
    ///   - swept: a value of `--sweep`, which is set last.
    ///   - library: the folder that names refer to.
    /// - Throws: `WorkloadError` if no workload has the name; `DocumentError` with every mistake in
    ///   the file, or in a setting.
    package static func load(
        named name: String, settings: [WorkloadSetting] = [], swept: WorkloadSetting? = nil,
        library: WorkloadLibrary = WorkloadLibrary()
    ) throws -> Workload {
        let document = try document(
            named: name, settings: settings, swept: swept, library: library)
        return try WorkloadReader(document: document, library: library).read()
    }

    /// The document that `load` makes a workload of.
    ///
    /// - Throws: as `load` does.
    package static func document(
        named name: String, settings: [WorkloadSetting] = [], swept: WorkloadSetting? = nil,
        library: WorkloadLibrary = WorkloadLibrary()
    ) throws -> Document {
        var document = try Document(contentsOf: library.file(named: name))
        for setting in settings {
            document = try document.setting(path: setting.key, to: setting.value)
        }
        if let swept {
            document = try document.setting(
                path: swept.key, to: swept.value, option: "--sweep \(swept.text)")
        }
        return document
    }

    /// Makes a workload of a text, as `load` makes it of a file.
    ///
    /// - Parameter file: the text's name in messages; paths in the text start from its folder.
    package static func parse(
        _ text: String, file: String, library: WorkloadLibrary = WorkloadLibrary()
    ) throws -> Workload {
        try WorkloadReader(document: Document(file: file, text: text), library: library).read()
    }
}
