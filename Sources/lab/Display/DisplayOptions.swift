import ArgumentParser

/// The options of every command that prints.
struct DisplayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Emphasise words: auto (on a terminal, unless NO_COLOR is set), always or never.",
            valueName: "when"))
    var color: ColorChoice = .auto
}

extension ColorChoice: ExpressibleByArgument {}
