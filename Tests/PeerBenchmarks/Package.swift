// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that a plain build does not fetch and build GRDB:
//
//     swift run -c release --package-path Tests/PeerBenchmarks
let package = Package(
    name: "PeerBenchmarks",
    dependencies: [
        .package(name: "lab", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "CPeerSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CPeerMemory"),
        .executableTarget(
            name: "PeerBenchmarks",
            dependencies: [
                "CPeerSQLite",
                "CPeerMemory",
                .product(name: "CoreData", package: "lab"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
