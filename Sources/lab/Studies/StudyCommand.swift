import ArgumentParser
import Execution
import Foundation
import Reporting
import Verdicts

/// `lab study`: published comparisons, repeated.
struct StudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Repeat a published comparison, and lay its ratios beside one's own.",
        discussion: """
            Without a name it lists the studies. An order that does not hold here is a finding: \
            the command ends with 0, and the report names the causes. Exit codes else: as those of \
            lab run.
            """)

    @Argument(
        help: ArgumentHelp("A study by name or file; none to list them.", valueName: "name|file"))
    var name: String?

    @Option(help: "Runs of each arm. Default: the study's.")
    var repetitions: Int?

    @Option(help: "The folder of the report. Default: Reports/study-<name>.")
    var output: String?

    @Flag(help: "No progress on standard error.")
    var quiet = false

    func validate() throws {
        if let repetitions, !(1...1000).contains(repetitions) {
            throw ValidationError("--repetitions \(repetitions): give a number from 1 to 1000")
        }
    }

    func run() throws {
        guard name != nil else { return Self.list() }
        let session = StudySession(options: self)
        try Session.run { await session.run() }
    }

    private static func list() {
        let library = StudyLibrary()
        let width = library.names.map(\.count).max() ?? 0
        Console.write("Studies (lab study NAME or FILE)\n")
        for name in library.names {
            let filler = String(repeating: " ", count: width - name.count)
            Console.write("  \(name)\(filler)  \(title(of: name, in: library))")
        }
    }

    /// A study that cannot be read is listed with the reason: that is what one looks for then.
    private static func title(of name: String, in library: StudyLibrary) -> String {
        do {
            return try Study.load(library.file(named: name)).title
        } catch {
            return "(\(CommandFailure(error).message))"
        }
    }
}
