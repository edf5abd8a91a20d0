// swift-tools-version: 5.9
import PackageDescription

// A package of its own: it compiles on Apple's systems, where the lab does not.
let package = Package(
    name: "probe",
    platforms: [.macOS(.v12), .iOS(.v15)],
    targets: [.executableTarget(name: "probe", path: ".", sources: ["Probe.swift"])]
)
