import ArgumentParser

/// A command that prints results, and has the options for that.
protocol DisplayingCommand: ParsableCommand {
    var display: DisplayOptions { get }
}
