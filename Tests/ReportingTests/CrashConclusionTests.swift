import Reporting
import Results
import Testing

struct `The conclusion about crashes` {
    /// A configuration with the greatest losses, and means of a quarter of them.
    private func configuration(
        _ topology: String, _ mode: String, kill: Double, power: Double
    ) -> CrashConfiguration {
        var configuration = CrashConfiguration(
            topology: topology, variant: topology, promise: "", mode: mode)
        configuration.losses = [("loss.kill", kill), ("loss.power", power)].flatMap {
            [
                SampleCrash.figure($0, "exposure", $1 / 4), SampleCrash.figure($0, "max", $1),
            ]
        }
        return configuration
    }

    @Test
    func `Who loses nothing to a kill is told first, then who loses how much, then the modes`() {
        let sentences = CrashConclusion.sentences([
            configuration("single-main", "wal/normal", kill: 0, power: 600),
            configuration("single-main", "wal/full", kill: 0, power: 0),
            configuration("private-writer", "wal/normal", kill: 60, power: 640),
            configuration("private-writer", "wal/full", kill: 58, power: 58),
            configuration("siblings", "wal/normal", kill: 0, power: 590),
            configuration("siblings", "wal/full", kill: 0, power: 0),
        ])
        #expect(
            sentences == """
                A kill takes nothing from single-main and siblings; private-writer may lose up to \
                60 saved edits, 15 on average. A loss of power takes up to 640 saved edits in \
                wal/normal (private-writer, 160 on average) and in wal/full no more than a kill.
                """)
    }

    @Test
    func `Where all topologies lose the same, none is blamed`() {
        let sentences = CrashConclusion.sentences([
            configuration("single-main", "wal/normal", kill: 0, power: 600),
            configuration("siblings", "wal/normal", kill: 0, power: 600),
        ])
        #expect(
            sentences?.hasSuffix(
                "up to 600 saved edits in wal/normal (all topologies alike, 150 on average).")
                == true)
    }

    @Test
    func `Where nobody loses anything, nothing is said to be lost`() {
        let sentences = CrashConclusion.sentences([
            configuration("single-main", "wal/full", kill: 0, power: 0),
            configuration("single-main", "delete/extra", kill: 0, power: 0),
            configuration("siblings", "wal/full", kill: 0, power: 0),
            configuration("siblings", "delete/extra", kill: 0, power: 0),
        ])
        #expect(
            sentences == """
                A kill takes nothing from single-main and siblings. A loss of power takes \
                nothing in wal/full and delete/extra.
                """)
    }

    @Test
    func `What a loss of power takes for longer than a kill is more than a kill`() {
        var flushed = configuration("private-writer", "wal/normal", kill: 60, power: 60)
        flushed.losses = flushed.losses.map { figure in
            var figure = figure
            if figure.metric == "loss.power", figure.statistic == "exposure" { figure.value = 50 }
            return figure
        }
        let sentences = CrashConclusion.sentences([flushed])
        #expect(
            sentences?.hasSuffix(
                "A loss of power takes up to 60 saved edits in wal/normal (50 on average).")
                == true)
        var others = [flushed, flushed]
        others[1].variant = "siblings"
        others[1].losses = configuration("siblings", "wal/normal", kill: 60, power: 60).losses
        #expect(
            CrashConclusion.sentences(others)?.hasSuffix(
                "up to 60 saved edits in wal/normal (private-writer, 50 on average).") == true)
    }

    @Test
    func `One topology alone is not named twice, and one edit is no plural`() {
        let sentences = CrashConclusion.sentences([
            configuration("private-writer", "delete/full", kill: 1, power: 2)
        ])
        #expect(
            sentences == """
                A kill takes from private-writer up to 1 saved edit, 0.25 on average. A loss of \
                power takes up to 2 saved edits in delete/full (0.5 on average).
                """)
    }

    @Test
    func `Where everybody loses to a kill, each is told with its worst mode`() {
        let sentences = CrashConclusion.sentences([
            configuration("private-writer", "wal/full", kill: 8, power: 8),
            configuration("private-writer", "delete/full", kill: 12, power: 13),
            configuration("child-of-main-unsaved", "wal/full", kill: 400, power: 400),
            configuration("child-of-main-unsaved", "delete/full", kill: 400, power: 400),
        ])
        #expect(
            sentences == """
                A kill takes from private-writer up to 12 saved edits, 3 on average; from \
                child-of-main-unsaved up to 400 saved edits, 100 on average. A loss of power \
                takes up to 400 saved edits in delete/full (child-of-main-unsaved, 100 on \
                average) and in wal/full no more than a kill.
                """)
    }

    @Test
    func `Losses of a store that is broken on purpose are not told as a topology's`() {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        SampleCrash.violated(&result.configurations[0], control: "no-sync")
        #expect(
            CrashConclusion.sentences(result.configurations) == """
                no-sync was broken on purpose: what a store in order loses, a run without \
                --control tells. A kill takes nothing from siblings. A loss of power takes nothing \
                in wal/full.
                """)
    }

    @Test
    func `Without figures there is no conclusion`() {
        #expect(CrashConclusion.sentences([]) == nil)
        #expect(CrashConclusion.sentences([SampleCrash.trapped("siblings", "wal/full")]) == nil)
        #expect(CrashConclusion.states([SampleCrash.trapped("siblings", "wal/full")]) == nil)
    }

    @Test
    func `States that were judged are counted, and so are those that were bad`() {
        var result = SampleCrash.make(["siblings"])
        #expect(
            CrashConclusion.states(result.configurations) == """
                2,952 states that a crash may leave of 2 recorded runs were recovered and judged: \
                each is what a commit left, and one that this crash may leave.
                """)
        SampleCrash.violated(&result.configurations[1], control: "no-sync")
        #expect(
            CrashConclusion.states(result.configurations)?.hasSuffix(
                ": 2 are not what may be there, with no-sync broken on purpose.") == true)
        SampleCrash.violated(&result.configurations[1])
        #expect(
            CrashConclusion.states(result.configurations)?.hasSuffix(
                ": 2 are not what may be there.") == true)
        // What is broken beside the states is no state.
        result.configurations[1].exploration?.violations.append(
            CrashViolation(state: "promise", message: "10 edits were told to be saved before"))
        #expect(
            CrashConclusion.states(result.configurations)?.hasSuffix(
                ": 2 are not what may be there, and 1 thing beside the states is wrong.") == true)
        for index in result.configurations[1].exploration!.tallies.indices {
            result.configurations[1].exploration!.tallies[index].violations = 0
        }
        #expect(
            CrashConclusion.states(result.configurations)?.hasSuffix(
                ": each is one that this crash may leave, and 3 things beside the states are wrong."
            ) == true)
    }
}
