import ArgumentParser
import Foundation
import Reporting
import Results
import Runs
import Verdicts

/// `lab baseline`: named runs to compare with.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Keep runs under names, to compare later ones with.",
        discussion: """
            Exit codes: 0 done · 2 usage: a malformed or taken name, a run that cannot be a \
            baseline · 7 no baseline has the name · 9 something could not be written.
            """,
        subcommands: [Save.self, List.self, Show.self, Remove.self])

    /// The options that all of its subcommands share.
    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "The folder of named baselines. Default: Reports/baselines.", valueName: "dir"))
        var baselines: String = BaselineShelf.usualFolder

        var shelf: BaselineShelf { BaselineShelf(folder: baselines) }
    }

    struct Save: DisplayingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep a run under a name.")

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions

        @Argument(help: "The baseline's name.")
        var name: String

        @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
        var source: String

        @Flag(help: "Replace a baseline of that name.")
        var replace = false

        @Flag(help: "Keep this build too, so that lab compare --rerun can run it again.")
        var keepBinary = false

        func run() throws {
            CommandFailure.ended {
                let figures = try options.shelf.save(
                    name, run: source, replaces: replace,
                    binary: keepBinary ? ChildProcess.ownExecutable : nil)
                BaselineCommand.show(name, BaselineCommand.line(figures, hasBinary: keepBinary))
                return SessionEnding.ended(.ok, page: options.shelf.folder + "/" + name)
            }
        }
    }

    struct List: DisplayingCommand {
        static let configuration = CommandConfiguration(abstract: "List the baselines.")

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions

        func run() throws {
            let shelf = options.shelf
            for name in shelf.names {
                do {
                    let baseline = try shelf.baseline(shelf.folder + "/" + name)
                    BaselineCommand.show(
                        name,
                        BaselineCommand.line(
                            baseline.figures, hasBinary: baseline.binary != nil))
                } catch {
                    // An unreadable baseline is listed, too: a user looks for the mistake in this
                    // list.
                    BaselineCommand.show(name, "(\(CommandFailure(error).message))")
                }
            }
            if shelf.names.isEmpty {
                Console.note("lab: no baseline in \(shelf.folder); lab baseline save NAME RUN")
            }
            Console.end(SessionEnding.ended(.ok).code)
        }
    }

    struct Show: DisplayingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a baseline: its run, its machine, and its figures.")

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions

        @Argument(help: "The baseline's name, or a run's folder.")
        var name: String

        func run() throws {
            CommandFailure.ended {
                let baseline = try options.shelf.baseline(name)
                Console.show(
                    BaselineText.text(
                        of: baseline.figures, hasBinary: baseline.binary != nil,
                        width: Console.width))
                return SessionEnding.ended(.ok, page: baseline.folder)
            }
        }
    }

    struct Remove: DisplayingCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Remove a baseline.")

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions

        @Argument(help: "The baseline's name.")
        var name: String

        func run() throws {
            CommandFailure.ended {
                try options.shelf.remove(name)
                return SessionEnding.ended(.ok)
            }
        }
    }

    /// Prints an entry of a list.
    fileprivate static func show(_ name: String, _ text: String) {
        Console.show(
            TextLines.wrapped(text, width: Console.width, first: "\(name)  ")
                .joined(separator: "\n"))
    }

    /// A baseline in a list, behind its name.
    fileprivate static func line(_ figures: ResultFigures, hasBinary: Bool) -> String {
        let rounds = figures.topologies.map(\.repetitions.count).max() ?? 0
        let topologies = figures.topologies.map(\.variant).joined(separator: ", ")
        return "\(figures.workload), \(figures.started), commit "
            + "\(figures.commit.prefix(12)), \(figures.build), \(rounds) repetitions of "
            + topologies + (hasBinary ? ", with its build" : "")
    }
}
