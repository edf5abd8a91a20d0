import ArgumentParser
import Foundation
import Reporting
import Verdicts

/// The command: `lab` alone is `lab run`.
package struct Lab: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Run one workload through several Core Data context topologies, and compare.",
        discussion: """
            Its costs on the main queue, the freshness and speed of imports, and the loss by a \
            crash: measured in child processes, written as figures, charts and a report. \
            lab --version prints the build.
            """,
        subcommands: [
            RunCommand.self, CrashCommand.self, SimulateCommand.self, CalibrateCommand.self,
            StudyCommand.self, SuiteCommand.self, MergeCommand.self, ReportCommand.self,
            ReviewCommand.self, CompareCommand.self,
            BaselineCommand.self, HistoryCommand.self, DoctorCommand.self, SelfTestCommand.self,
            ListCommand.self, LintCommand.self, ExplainCommand.self, OperationsCommand.self,
            NewCommand.self, RepetitionCommand.self,
        ],
        defaultSubcommand: RunCommand.self)

    package init() {}

    /// Parses the command line, runs the command and ends the process: Command.md, “Exit codes”.
    package static func start() -> Never {
        Console.open()
        // A reader that goes early, as `head` does, must not end a run that has stores to remove;
        // and a file that may not grow any more is an error to report (9), not a death.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let split = LaunchArguments.split(CommandLine.arguments)
        guard split.others != ["--version"] else {
            Console.write(Version.text)
            Console.end(.ok)
        }
        if split.others.contains(DocumentOptions.word) { Console.printDocument() }
        do {
            try CommandWords.check(split.others)
            try LaunchArguments.check(split.launch)
            var command = try parseAsRoot(split.others)
            if let displaying = command as? any DisplayingCommand {
                Console.adopt(displaying.display)
            }
            try command.run()
            Console.end(.ok)
        } catch let failure as CommandFailure {
            Console.end(SessionEnding.failed(failure).code)
        } catch {
            end(with: error)
        }
    }

    /// Ends the process with a parser's error: a request for help, or a mistake on the command
    /// line.
    private static func end(with error: any Error) -> Never {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            Console.printText()
            Console.write(text)
            Console.end(.ok)
        }
        Console.note(text)
        Console.conclude(.usage, report: nil)
        Console.end(.usage)
    }
}
