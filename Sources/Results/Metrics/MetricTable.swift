import Execution

/// Every metric that the lab can print, with its statistics, units and polarities; only this table
/// spells their names.
///
/// Architecture.md, “The figures”, has the formula of each. A new metric is an entry here and a
/// line of the `Figures` target that computes it: options, limits, gates, histories and files know
/// it from here. A limit on an unknown metric is an error: a gate that watches a misspelled metric
/// never fires.
package struct MetricTable: Sendable {
    // MARK: Main queue

    package let mainBusy = Metric("main.busy", Self.time)
    package let mainBlocked = Metric("main.blocked", Self.time)
    package let mainPreempted = Metric("main.preempted", Self.time)
    package let mainStall = Metric(
        "main.stall", [(.max, .milliseconds, .lower), (.count, .count, .neutral)])
    package let mainDelay = Metric("main.delay", .milliseconds, [.p50, .p95, .p99, .max, .mean])
    package let mainHangRate = Metric("main.hang_rate", .secondsPerHour)
    package let mainMicroHangs = Metric("main.micro_hangs", .count, [.count])
    package let mainHangs = Metric("main.hangs", .count, [.count])
    package let mainHitchRatio60 = Metric("main.hitch_ratio.60", .millisecondsPerSecond)
    package let mainHitchRatio120 = Metric("main.hitch_ratio.120", .millisecondsPerSecond)
    package let mainBlockingTime = Metric("main.blocking_time", .milliseconds)
    /// The time of the main queue by cause, without `display`.
    package let mainCause = MetricFamily(Cause.allCases.filter { $0 != .display }) {
        Metric("main.cause.\($0.rawValue)", .milliseconds)
    }

    // MARK: Operations

    /// The operations that are measured.
    package let operation = MetricFamily(OperationKind.allCases.filter { $0 != .preload }) {
        Metric(
            "operation.\($0.rawValue)",
            [.p50, .p95, .p99, .max].map { ($0, .milliseconds, .lower) } + [
                (.count, .count, .neutral), (.rows, .rows, .neutral), (.refused, .count, .lower),
            ])
    }

    // MARK: Work

    package let importRate = Metric("import.rate", .objectsPerSecond, better: .higher)
    package let importLateness = Metric("import.lateness", .milliseconds, [.p50, .p99, .max])
    package let importUtilisation = Metric(
        "import.utilisation", [(.share, .percent, .neutral)])
    package let importDuration = Metric("import.duration", .seconds)
    package let listChanges = Metric(
        "list.changes", [(.count, .count, .neutral), (.rows, .rows, .neutral)])
    package let observerReads = Metric(
        "observers.reads", [(.count, .count, .neutral), (.rows, .rows, .neutral)])
    package let terminationDuration = Metric("termination.duration", .milliseconds)
    package let uiFreshness = Metric("ui.freshness", .milliseconds, [.p50, .p99, .max])

    // MARK: Counted work

    /// The engine's work by kind, on all threads.
    package let work = MetricFamily(Work.counted) {
        Metric("work.\($0.name)", Self.unit(of: $0), better: $0.isOfTiming ? .neutral : .lower)
    }
    /// The part of it on the main thread.
    package let mainWork = MetricFamily(Work.counted) {
        Metric(
            "main.work.\($0.name)", Self.unit(of: $0), better: $0.isOfTiming ? .neutral : .lower)
    }

    // MARK: Machine

    package let storeCommits = Metric("store.commits", .count)
    package let storeSyncs = Metric("store.syncs", .count)
    package let storeWrites = Metric("store.writes", .count)
    package let storeCheckpoints = Metric("store.checkpoints", .count)
    package let storeBytesWritten = Metric("store.bytes_written", .bytes)
    package let processCPU = Metric("process.cpu", .milliseconds)
    package let processPeakMemory = Metric("process.peak_memory", .mebibytes, [.max])
    /// The time of the reference computation beside the repetition.
    package let machineReference = Metric(
        "machine.reference", .milliseconds, better: .neutral)
    package let queueCPU = Metric("queue.cpu", .milliseconds)

    /// The figures of the store: all of them count its calls.
    var storeCounters: [Metric] {
        [storeCommits, storeSyncs, storeWrites, storeCheckpoints, storeBytesWritten]
    }

    // MARK: Loss

    package let lossKill = Metric("loss.kill", Self.loss)
    package let lossPower = Metric("loss.power", Self.loss)
    package let lossDirty = Metric("loss.dirty", Self.loss)
    package let lossNeverDurable = Metric("loss.never_durable", .edits)
    package let lossSilent = Metric("loss.silent", .edits)
    package let lossTermination = Metric("loss.termination", .edits)

    // MARK: Statistics that several have

    private static let time: [(Statistic, MetricUnit, Polarity)] = [
        (.total, .milliseconds, .lower), (.share, .percent, .lower),
    ]

    private static func unit(of work: Work) -> MetricUnit {
        switch work {
        case .rowsBound, .rowsStepped: .rows
        default: .count
        }
    }

    private static let loss: [(Statistic, MetricUnit, Polarity)] =
        [.exposure, .p50, .p95, .p99, .max].map { ($0, .edits, .lower) } + [
            (.longestWindow, .seconds, .lower), (.shareAtRisk, .percent, .lower),
        ]

    /// All entries, in their order above: an entry need not be listed a second time.
    var metrics: [Metric] {
        Mirror(reflecting: self).children.flatMap { ($0.value as? any MetricEntry)?.metrics ?? [] }
    }
}
