// swift-tools-version: 6.2
import PackageDescription

#if !os(Linux)
#error("lab builds on Linux only: run it in a container, as README.md shows under “Run it”.")
#endif

// The thread sanitizer runs the tests of concurrency alone. LAB_CONCURRENCY=1 leaves out the
// targets without any, and the other files of CoreDataTests, which would be half of the build. It
// optimises nothing: that takes longer to build, and leaves out accesses that could race.
let isForConcurrency = Context.environment["LAB_CONCURRENCY"] != nil

// `swift run lab` builds without `-c release`, and a benchmark built with -Onone misleads: the
// Swift targets are optimised in debug builds too, and keep their assertions. That compiles a whole
// module for a change of one line: LAB_INCREMENTAL=1, with a scratch folder of its own, builds for
// tests only, and comparisons refuse the figures of such a build.
let optimised: [SwiftSetting] =
    Context.environment["LAB_INCREMENTAL"] != nil
    ? [.define("LAB_INCREMENTAL")]
    : isForConcurrency
        ? []
        : [
            .unsafeFlags(
                [
                    "-O", "-wmo", "-num-threads", "2", "-disable-batch-mode", "-assert-config",
                    "Debug",
                ],
                .when(configuration: .debug))
        ]

// Bottom-up, in the order of the table in Architecture.md; a target imports only targets above it
// here that the table allows. TidyTests reads the imports.
var targets: [Target] = [
    // C: libraries without a Swift module, and code that must be C.
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CTracingVFS", dependencies: ["CSQLite"]),
    .target(name: "CImageVFS", dependencies: ["CSQLite"]),
    .target(name: "CProcess"),
    // No target imports it: once linked, it describes Swift's Mutex to the thread sanitizer.
    .target(name: "CThreadSanitizer"),
    .target(name: "CGnuplot", linkerSettings: [.linkedLibrary("boost_iostreams")]),

    // 0
    .target(name: "Execution", dependencies: ["CThreadSanitizer"], swiftSettings: optimised),
    .target(name: "Statistics", swiftSettings: optimised),
    .target(
        name: "Documents",
        dependencies: [.product(name: "Yams", package: "Yams")],
        swiftSettings: optimised),
    .target(name: "Results", dependencies: ["Execution"], swiftSettings: optimised),
    .target(
        name: "StoreIO",
        dependencies: ["Execution", "CSQLite", "CTracingVFS"],
        swiftSettings: optimised),

    // 1
    .target(
        name: "Figures", dependencies: ["Results", "Statistics", "Execution"],
        swiftSettings: optimised),
    .target(
        name: "Topologies",
        dependencies: ["CoreData", "Execution", "Documents", "Results"],
        swiftSettings: optimised),

    // 2
    .target(
        name: "WorkloadEngine",
        dependencies: ["Topologies", "CoreData", "StoreIO", "Execution", "Documents", "Results"],
        swiftSettings: optimised),

    // 3
    .target(
        name: "Probes",
        dependencies: [
            "WorkloadEngine", "Topologies", "CoreData", "StoreIO", "Execution", "Results",
            "CProcess",
        ],
        swiftSettings: optimised),
    .target(
        name: "Runs",
        dependencies: [
            "WorkloadEngine", "Topologies", "CoreData", "Results", "CProcess", "Execution",
            .product(name: "Subprocess", package: "swift-subprocess"),
        ],
        swiftSettings: optimised),
    .target(
        name: "Verdicts",
        dependencies: ["Results", "Statistics", "Documents"],
        swiftSettings: optimised),

    // 4
    .target(
        name: "Bench",
        dependencies: [
            "Figures", "Probes", "Runs", "Verdicts", "WorkloadEngine", "Topologies",
            "StoreIO", "Execution", "Documents", "Results",
        ],
        swiftSettings: optimised),
    .target(
        name: "CrashLab",
        dependencies: [
            "Figures", "Probes", "Runs", "WorkloadEngine", "Topologies", "CoreData", "StoreIO",
            "Execution",
            "Documents", "Results", "CSQLite", "CImageVFS",
        ],
        swiftSettings: optimised),

    .target(
        name: "Simulation",
        dependencies: [
            "Figures", "Probes", "Runs", "Verdicts", "WorkloadEngine", "Topologies", "CoreData",
            "StoreIO", "Execution", "Documents", "Results", "Statistics",
        ],
        swiftSettings: optimised),

    // 5
    .target(
        name: "Reporting",
        dependencies: [
            "Results", "Statistics", "Verdicts", "Execution", "Documents", "CGnuplot",
            .product(name: "Mustache", package: "swift-mustache"),
        ],
        swiftSettings: optimised),

    // 6
    .target(
        name: "lab",
        dependencies: [
            "Execution", "Statistics", "Documents", "Results", "CoreData", "StoreIO", "Topologies",
            "WorkloadEngine", "Probes", "Runs", "Verdicts", "Bench", "CrashLab", "Simulation",
            "Reporting",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: optimised),

    // 7
    .target(
        name: "LabKit",
        dependencies: [
            "CoreData", "Execution", "Topologies", "WorkloadEngine", "Results", "lab",
        ],
        swiftSettings: optimised),
    .executableTarget(name: "LabMain", dependencies: ["lab"], swiftSettings: optimised),
]

// `import CoreData` means Apple's framework on Apple's systems, and this target on Linux.
#if os(Linux)
targets.append(
    .target(
        name: "CoreData",
        dependencies: ["Execution", "CSQLite"],
        swiftSettings: optimised))
#endif

let concurrencyFiles = [
    "ContextProgramConcurrencyTests.swift", "LifeProgramConcurrencyTests.swift",
    "PoolConcurrencyTests.swift", "Support",
]

targets += [
    .testTarget(name: "ExecutionTests", dependencies: ["Execution"]),
    .testTarget(name: "StatisticsTests", dependencies: ["Statistics"]),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents"]),
    .testTarget(name: "ResultsTests", dependencies: ["Results"]),
    // How tests start other programs.
    .target(name: "CPrograms", path: "Tests/CPrograms"),
    .target(name: "Programs", dependencies: ["CPrograms"], path: "Tests/Programs"),
    .testTarget(
        name: "StoreIOTests", dependencies: ["Programs", "StoreIO", "Execution", "CSQLite"]),
    // What Core Data's tests run ten thousand times: optimised, as files with macros cannot be.
    .target(
        name: "RandomPrograms",
        dependencies: ["CoreData", "Execution", "CSQLite"],
        path: "Tests/RandomPrograms",
        swiftSettings: optimised),
    .testTarget(
        name: "CoreDataTests",
        dependencies: ["RandomPrograms", "CoreData", "Execution", "CSQLite"],
        // Read in place, by #filePath.
        exclude: ["Fixtures"],
        sources: isForConcurrency ? concurrencyFiles : nil),
    .testTarget(
        name: "TopologiesTests",
        dependencies: ["Topologies", "CoreData", "Execution", "Documents", "Results"],
        exclude: ["Sketches"]),
    .testTarget(
        name: "WorkloadEngineTests",
        dependencies: [
            "CrashLab", "Runs", "WorkloadEngine", "Topologies", "CoreData", "StoreIO", "Execution",
            "Documents", "Results",
        ]),
    .testTarget(
        name: "ProbesTests",
        dependencies: ["Probes", "StoreIO", "Execution", "Results"]),
    .testTarget(
        name: "BenchTests",
        dependencies: [
            "Bench", "WorkloadEngine", "Execution", "Results",
        ]),
    .testTarget(name: "FiguresTests", dependencies: ["Figures", "Results"]),
    .testTarget(
        name: "CrashLabTests",
        dependencies: [
            "CrashLab", "Probes", "Runs", "WorkloadEngine", "Topologies", "StoreIO", "CoreData",
            "Execution", "Results", "CSQLite",
        ]),
    .testTarget(
        name: "SimulationTests",
        dependencies: ["Simulation", "Documents", "Execution", "Results", "Statistics"]),
    .testTarget(name: "RunsTests", dependencies: ["Runs", "Results", "Execution", "CProcess"]),
    .testTarget(
        name: "VerdictsTests", dependencies: ["Verdicts", "Results", "Statistics", "Documents"]),
    .testTarget(
        name: "ReportingTests",
        dependencies: ["Programs", "Reporting", "Results", "Statistics", "Topologies", "Verdicts"]),
    // The program of a package of one's own, which tests start.
    .executableTarget(
        name: "OwnStacks", dependencies: ["CoreData", "LabKit"], path: "Tests/OwnStacks",
        swiftSettings: optimised),
    .testTarget(
        name: "LabKitTests", dependencies: ["LabKit", "Topologies", "CoreData", "Execution"]),
    // Loaded into the command by its tests; built as a library of its own below.
    .target(name: "CFailingWrites", path: "Tests/CFailingWrites"),
    .testTarget(
        name: "LabTests",
        dependencies: [
            "lab", "LabMain", "OwnStacks", "Bench", "CrashLab", "Figures", "Reporting", "Results",
            "Programs", "Runs", "Topologies", "Verdicts", "WorkloadEngine", "Execution", "CSQLite",
        ],
        // Read in place, by #filePath.
        exclude: ["Golden/Recorded", "Golden/Expected"]),
    .testTarget(name: "TidyTests", dependencies: ["Documents"]),
]

var products: [Product] = [
    .executable(name: "lab", targets: ["LabMain"]),
    // For packages whose stacks are written in Swift.
    .library(name: "LabKit", targets: ["LabKit"]),
    // For the tests of the command, which load it into one that writes.
    .library(name: "FailingWrites", type: .dynamic, targets: ["CFailingWrites"]),
]
#if os(Linux)
// For the package that compares it with its peers.
products.append(.library(name: "CoreData", targets: ["CoreData"]))
#endif

// The targets with tests of concurrency, and what these use.
let concurrency: Set = [
    "CSQLite", "CTracingVFS", "CThreadSanitizer", "Execution", "StoreIO", "CoreData",
    "RandomPrograms", "CPrograms", "Programs", "ExecutionTests", "StoreIOTests", "CoreDataTests",
]
if isForConcurrency {
    targets.removeAll { !concurrency.contains($0.name) }
    products = []
}

let package = Package(
    name: "lab",
    products: products,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: targets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
