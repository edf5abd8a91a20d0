import ArgumentParser
import Foundation
import Reporting
import Verdicts

/// The command: `lab` alone is `lab run`.
struct Lab: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Run one workload through several Core Data context topologies, and compare.",
        discussion: """
            What each costs the main queue, how fresh and how fast data is, and what a crash takes \
            along: measured in child processes, written as figures, charts and a report.
            """,
        subcommands: [
            RunCommand.self, CrashCommand.self, StudyCommand.self, SuiteCommand.self,
            MergeCommand.self, CompareCommand.self, BaselineCommand.self, HistoryCommand.self,
            DoctorCommand.self, SelfTestCommand.self, ListCommand.self, LintCommand.self,
            ExplainCommand.self, OperationsCommand.self, NewCommand.self, RepetitionCommand.self,
        ],
        defaultSubcommand: RunCommand.self)

    /// Parses the command line, runs the command and ends the process by DESIGN §10's exit codes.
    static func start() -> Never {
        // A reader that goes early, as `head` does, must not end a run that has stores to remove;
        // and a file that may not grow any more is an error to report (9), not a death.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        do {
            var command = try parseAsRoot(LaunchArguments.split(CommandLine.arguments).others)
            try command.run()
            Foundation.exit(Verdicts.ExitCode.ok.rawValue)
        } catch {
            end(with: error)
        }
    }

    /// What the parser throws is a request for help, or a mistake on the command line.
    private static func end(with error: any Error) -> Never {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            Console.write(text)
            Foundation.exit(Verdicts.ExitCode.ok.rawValue)
        }
        Console.note(text)
        Console.write(MachineLine.text(.usage, report: nil))
        Foundation.exit(Verdicts.ExitCode.usage.rawValue)
    }
}
