import ArgumentParser
import CoreData
import Foundation
import Reporting
import Results
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// `lab new`: writes a workload for a model of one's own, or a device, to begin with.
struct NewCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: """
            Write a workload file for a model of your own, a package for a stack in Swift, or a \
            device to fill in.
            """,
        discussion: """
            A workload's file names the imported entity, the values of its objects and the entity \
            that a user edits meanwhile, as the model suggests them; adapt it to your app. Exit \
            codes: 0 written · 2 the file exists already · 3 the model cannot be used · 9 the file \
            cannot be written.
            """)

    @Option(
        help: ArgumentHelp("A model as Xcode writes it.", valueName: "file.xcdatamodeld"))
    var model: String?

    @Option(
        help: ArgumentHelp(
            "Write a device with every key, its numbers to be replaced.", valueName: "file.yaml"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Write a package whose program is the lab with a stack in Swift, to be replaced by "
                + "yours.", valueName: "name"))
    var stack: String?

    @Option(
        help: ArgumentHelp(
            "The entity that is imported. Default: the one that has most to it.",
            valueName: "entity"))
    var entity: String?

    @Option(
        help: ArgumentHelp(
            "The file. Default: the model's name with .yaml, in the current folder.",
            valueName: "file"))
    var output: String?

    @OptionGroup var display: DisplayOptions

    /// What a draft uses, what targets beside it are called, and what no type can be.
    private static let takenNames: Set<String> = [
        "Any", "AppStack", "ArgumentParser", "Bench", "CoreData", "CrashLab", "Documents", "Error",
        "Execution", "Figures", "FlushOccasion", "Foundation", "Lab", "LabKit", "LabMain",
        "LabStore", "Main", "Mustache", "NSManagedObjectContext", "NSPersistentContainer",
        "NSPersistentStoreCoordinator", "Probes", "Protocol", "Reporting", "Results", "Runs",
        "Self", "Sendable", "Simulation", "Statistics", "StoreIO", "String", "Subprocess", "Swift",
        "Topologies", "Type", "Verdicts", "WorkloadEngine", "Yams",
    ]

    func validate() throws {
        guard [model, device, stack].count(where: { $0 != nil }) == 1 else {
            throw ValidationError(
                "give --model for a workload of your model, --stack for a package with a stack in "
                    + "Swift, or --device for a device to fill in")
        }
        if let stack {
            guard entity == nil, output == nil else {
                throw ValidationError(
                    "--stack names the folder itself: leave --entity and --output out")
            }
            guard stack.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
                throw ValidationError(
                    "--stack \(stack): give the name of a Swift type, such as ShopStack")
            }
            guard !Self.takenNames.contains(stack) else {
                throw ValidationError("--stack \(stack): the name is taken; give another")
            }
            // A stack goes by its class's name in lower case, with hyphens between the words.
            let known = TopologyCatalogue.all.map(\.name).first {
                $0.replacing("-", with: "") == stack.lowercased()
            }
            if let known {
                throw ValidationError(
                    "--stack \(stack): the catalogue has a topology \(known); give another name")
            }
        }
        if let output, !output.hasSuffix(".yaml") {
            throw ValidationError("--output \(output): give a file that ends with .yaml")
        }
        guard let device else { return }
        guard entity == nil, output == nil else {
            throw ValidationError(
                "--device names the file itself: leave --entity and --output out")
        }
        guard device.hasSuffix(".yaml") else {
            throw ValidationError("--device \(device): give a file that ends with .yaml")
        }
    }

    func run() throws {
        CommandFailure.ended {
            if let device {
                try Self.write(DeviceDraft.text, to: device)
                Console.write(
                    "Wrote \(device). Next:\n  lab lint \(device)\n  lab explain \(device)")
                return SessionEnding.ended(.ok)
            }
            if let stack {
                try Self.write(StackDraft(stack))
                return SessionEnding.ended(.ok)
            }
            let model = model ?? ""
            let url = URL(filePath: model).standardizedFileURL
            let found = try NSManagedObjectModel.load(contentsOf: url).model
            let draft = try WorkloadDraft(found, file: model, importing: entity)
            let file = output ?? url.deletingPathExtension().lastPathComponent + ".yaml"
            let text = draft.text(modelPath: Self.path(of: url, from: file), name: file)
            let gaps = try Self.gaps(text, file: file)
            try Self.write(text, to: file)
            Console.write("Wrote \(file). Next:\n  lab lint \(file)\n  lab run --workload \(file)")
            if !gaps.isEmpty {
                Console.write(
                    "Not modelled:\n" + gaps.map { "  \($0.sentence)" }.joined(separator: "\n"))
            }
            return SessionEnding.ended(.ok)
        }
    }

    /// - Throws: `CommandFailure`: 2 if the folder exists, or no clone of the lab is near; 9 if a
    ///   folder cannot be made; `ReportingError`.
    private static func write(_ draft: StackDraft) throws {
        guard !FileManager.default.fileExists(atPath: draft.name) else {
            throw CommandFailure(
                .usage, "\(draft.name) is there already; remove it, or give another name")
        }
        guard
            let clone = WorkloadLibrary().folders.map({ $0.deletingLastPathComponent() })
                .first(where: {
                    FileManager.default.fileExists(
                        atPath: $0.appending(path: "Sources/LabKit").path)
                })
        else {
            throw CommandFailure(
                .usage,
                "a package with a stack in Swift is built against a clone of the lab, and none is "
                    + "above the current folder or this program; call the lab of a clone")
        }
        for (path, text) in draft.files(clone: clone.path) {
            let file = URL(filePath: "\(draft.name)/\(path)")
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            } catch {
                throw CommandFailure(
                    .notWritten,
                    "the folder of \(file.path) cannot be made: \(error.localizedDescription)")
            }
            try AtomicFile.write(text, to: file.path)
        }
        Console.write(
            """
            Wrote \(draft.name). Next:
              cd \(draft.name)
              swift run -c release \(draft.name) --workload smoke
            """)
    }

    /// - Throws: `CommandFailure` (2) if the file exists; `ReportingError`.
    private static func write(_ text: String, to file: String) throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure(
                .usage, "\(file) is there already; remove it, or give another name")
        }
        try AtomicFile.write(text, to: file)
    }

    /// Makes sure that `lab lint` accepts the text of the new file.
    ///
    /// - Returns: what of the model it leaves out.
    private static func gaps(_ text: String, file: String) throws -> [ModelGapRecord] {
        do {
            let workload = try Workload.parse(text, file: file)
            _ = try workload.loadModel()
            try Selection.check(workload)
            return try ModelGaps.all(of: workload)
        } catch {
            throw CommandFailure(
                .invalidInput,
                "the lab finds no workload for this model: \(CommandFailure(error).message)")
        }
    }

    /// The model's path as the workload writes it: relative to the workload's folder for a model
    /// below it.
    private static func path(of model: URL, from file: String) -> String {
        let folder = URL(filePath: file).standardizedFileURL.deletingLastPathComponent().path
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return model.path.hasPrefix(prefix)
            ? String(model.path.dropFirst(prefix.count)) : model.path
    }
}
