import Reporting
import Results

/// Reviews whose pages are hard to make well.
enum HardReview: String, CaseIterable {
    case usual
    case oneTopology = "one-topology"
    case manyTopologies = "many-topologies"
    case wentWrong = "went-wrong"
    case undrawn
    case names
    case crash

    /// What a name may hold that is not to end an element, an attribute or a line.
    static let hardNames = ["<script>alert(1)</script>", "\"quoted\" & 'so'", "שלום", "🧪 emoji"]

    var review: Review {
        var review = Review()
        guard self != .crash else {
            review.add(SampleCrash.make()) { _ in [:] }
            return review
        }
        let result = result
        review.add(result) { _ in self == .undrawn ? [:] : Self.pictures(of: result) }
        return review
    }

    private var result: WorkloadResult {
        var result = SampleResult.make(repetitions: 8)
        switch self {
        case .oneTopology: result.topologies = [result.topologies[2]]
        case .manyTopologies:
            result.topologies = (0..<16).map { number in
                var topology = result.topologies[number % 4]
                topology.variant += ":flush=\(number)s"
                return topology
            }
        case .wentWrong: Self.fail(&result)
        case .names:
            for (index, name) in Self.hardNames.enumerated() {
                result.topologies[index].variant = name
                result.topologies[index].promise = "keeps \(name)"
            }
            result.title = Self.hardNames.joined(separator: " ")
            result.question = "Is \(Self.hardNames.joined(separator: ", ")) `safe` and **strong**?"
        case .usual, .undrawn, .crash: break
        }
        for index in result.topologies.indices {
            result.topologies[index].drawing = ["┌──────┐", "│ main │", "└──────┘"]
        }
        return result
    }

    /// A failed topology, a disturbed one, and an interrupted rest.
    private static func fail(_ result: inout WorkloadResult) {
        result.isInterrupted = true
        result.topologies[0].failure = RunFailure(
            kind: .outcomeDiffers, message: "2 of 10 objects differ", details: [])
        for index in result.topologies[1].repetitions.indices {
            result.topologies[1].repetitions[index].mark = .disturbed
        }
        result.topologies[3].repetitions = []
        result.topologies[3].summary = []
    }

    /// A picture as gnuplot leaves it, for each chart: each with the same names inside.
    private static func pictures(of result: WorkloadResult) -> [String: String] {
        let svg = """
            <?xml version="1.0" encoding="utf-8"?>
            <svg
             width="960" height="600" viewBox="0 0 960 600" \
            xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
            <title>Gnuplot</title>
            <desc>Produced by GNUPLOT</desc>
            <g id="gnuplot_canvas">
            <defs>
            <circle id='gpDot' r='3'/>
            </defs>
            <use xlink:href='#gpDot' x='20' y='20'/>
            <path style='fill:none; stroke:rgb(0,0,0)' d='M0,0 L10,10'/>
            </g>
            </svg>

            """
        let pairs = Chart.all(of: result).map { ($0.name, ChartPicture.finished(svg, of: $0)) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
