import Reporting
import Verdicts

/// One `lab doctor`: checks the machine, and if it can measure, calibrates its noise.
struct DoctorSession: Sendable {
    let request: DoctorRequest

    init(_ request: DoctorRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        let findings = await MachineChecks(noiseFloor: request.noiseFloor).findings()
        Console.keep(findings, as: "findings")
        Console.show(Self.text(of: findings, width: Console.width))
        let isBroken = findings.contains { $0.state == .broken }
        guard let calibration = request.calibration, !isBroken else {
            return SessionEnding.ended(isBroken ? .bug : .ok)
        }
        return await NoiseCalibration(calibration).run()
    }

    /// The checks, a line or more each.
    package static func text(of findings: [DoctorFinding], width: Int) -> String {
        let names = findings.map(\.what.count).max() ?? 0
        let states = findings.map(\.state.rawValue.count).max() ?? 0
        return findings.flatMap { finding -> [String] in
            let head = [(finding.state.rawValue, states), (finding.what, names)].map {
                $0.0 + String(repeating: " ", count: $0.1 - $0.0.count)
            }.joined(separator: "  ")
            let indent = String(repeating: " ", count: head.count) + "  → "
            return TextLines.wrapped(finding.found, width: width, first: head + "  ")
                + (finding.advice.isEmpty
                    ? [] : TextLines.wrapped(finding.advice, width: width, first: indent))
        }.joined(separator: "\n")
    }
}
