import Results

/// A result of `lab crash` that is small enough to check every byte of the files about it.
///
///     ms        0        100       200       300
///     phases    │ preload │ import            │
///     3 of importer       ·110 edited, 120 saved, 220 committed, durable only at 250
///     1 of ui                   ·150 edited, never saved
enum SmallCrash {
    static func make() -> CrashResult {
        var head = SmallResult.make()
        head.topologies = []
        head.mode = "explored"
        var result = CrashResult(head: head)
        var configuration = CrashConfiguration(
            topology: "private-writer", variant: "private-writer:flush=5s",
            promise: "a kill takes up to 5 s of saves", mode: "wal/normal")
        var record = ExplorationRecord(
            topology: "private-writer", variant: "private-writer:flush=5s", mode: "wal/normal")
        record.operations = 30
        record.syncs = 2
        record.commits = 1
        var kills = CrashTally(model: "K0")
        kills.states = 30
        kills.images = 20
        var sectors = CrashTally(model: "P3")
        sectors.states = 200
        sectors.images = 80
        sectors.checks = 5
        record.tallies = [kills, sectors]
        var right = ExactKill(operation: 3, isAfter: false, predicted: "aa01")
        right.found = "aa01"
        var wrong = ExactKill(operation: 9, isAfter: true, predicted: "bb02")
        wrong.found = "cc03"
        record.exactKills = [right, wrong]
        let run = SmallResult.record()
        record.phases = run.phases
        record.edits = run.edits
        record.edits[0].durable = SmallResult.milliseconds(250)
        configuration.exploration = record
        configuration.losses = [
            SampleCrash.figure("loss.kill", "exposure", 1.5),
            SampleCrash.figure("loss.kill", "max", 3),
            SampleCrash.figure("loss.power", "exposure", 1.95),
            SampleCrash.figure("loss.power", "max", 3),
        ]
        configuration.kills = [
            CrashRecord(
                index: 1, point: "random", at: 130.25, occurrence: 0, editsMade: 4, editsSaved: 3,
                editsCommitted: 0, editsRecovered: 0, editsLost: 3, editsDirtyLost: 1,
                verdict: .predicted, detail: "")
        ]
        result.configurations = [configuration]
        return result
    }
}
