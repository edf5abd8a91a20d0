import Reporting
import Results
import Testing

struct `The report on a fleet` {
    @Test func `A figure stands under its own title, whatever other rows lack`() throws {
        var result = FleetResult(
            fleet: "two", title: "Two", about: "", digest: "d", commit: "c", sessions: 10, draws: 1,
            assumptions: [])
        func row(_ variant: String, _ values: [String: Double]) -> FleetResult.Row {
            FleetResult.Row(
                variant: variant, device: nil,
                values: values.sorted { $0.key < $1.key }.map {
                    FleetResult.Value(statistic: $0.key, unit: "ms", value: $0.value, error: 0)
                })
        }
        result.rows = [
            row("many", ["delay_p99.p50": 11, "lost_by_power": 12]),
            row("few", ["delay_p99.p50": 21, "lost_by_kill": 23]),
        ]
        let lines = FleetReport.text(of: result).split(separator: "\n").map(String.init)
        let titles = try #require(lines.first { $0.contains("kills") && $0.contains("power") })
        let many = try #require(lines.first { $0.hasPrefix("many") })
        let few = try #require(lines.first { $0.hasPrefix("few") })
        func cell(_ title: String, _ line: String) -> String {
            // Figures end where their titles end.
            let end = titles.range(of: title)!.upperBound.utf16Offset(in: titles)
            return String(line.prefix(end).split(separator: " ").last!)
        }
        #expect(cell("p50", many) == "11" && cell("p50", few) == "21")
        #expect(cell("kills", many) == "–" && cell("kills", few) == "23")
        #expect(cell("power", many) == "12" && !few.hasSuffix("23"))
    }

    @Test func `One world tells no error, and the report says so`() {
        func text(draws: Int, error: Double?) -> String {
            var result = FleetResult(
                fleet: "two", title: "Two", about: "", digest: "d", commit: "c", sessions: 10,
                draws: draws, assumptions: [])
            result.rows = [
                FleetResult.Row(
                    variant: "one", device: nil,
                    values: [
                        FleetResult.Value(
                            statistic: "hang_rate", unit: "s/h", value: 3, error: error)
                    ])
            ]
            return FleetReport.text(of: result, width: 400)
        }
        #expect(text(draws: 1, error: nil).contains("One world tells no error: --draws 8"))
        #expect(!text(draws: 1, error: nil).contains("±"))
        #expect(text(draws: 8, error: 0.5).contains("3 ±0.5"))
    }

    @Test func `A fleet names the stacks whose delays are not known, and on how many devices`() {
        var result = FleetResult(
            fleet: "two", title: "Two", about: "", digest: "d", commit: "c", sessions: 10, draws: 8,
            assumptions: [])
        result.combinations = 4
        #expect(!FleetReport.text(of: result, width: 400).contains("no idle moment"))
        result.saturated = [("single-main", 4), ("child-of-main", 1)]
        #expect(
            FleetReport.text(of: result, width: 400).contains(
                "Of the 4 combinations of device and session main has no idle moment for half of "
                    + "the session or longer on single-main in 4 and child-of-main in 1: "))
    }
}
