import Foundation
import Reporting
import Results
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

struct `A chart's picture` {
    /// The parts of a picture that matter to a reader who hears it.
    private final class Reader: NSObject, XMLParserDelegate {
        var attributes: [String: String] = [:]
        /// By element.
        var texts: [String: [String]] = [:]
        /// The elements by id.
        var ids: [String: String] = [:]
        private var open = ""

        init(_ svg: String) throws {
            super.init()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = self
            try #require(parser.parse(), "\(String(describing: parser.parserError))")
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes own: [String: String]
        ) {
            if name == "svg" { attributes = own }
            if let id = own["id"] { ids[id] = name }
            open = name
            texts[name, default: []].append("")
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            guard let last = texts[open]?.last else { return }
            texts[open]![texts[open]!.count - 1] = last + text
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) { open = "" }
    }

    /// Characters of gnuplot's markup, of SVG and of scripts, and 40 letters.
    static let hard = [
        "a_b^c{x}", "<\u{338}b>&amp;", "it's \"quoted\"", "a\\b",
        String(repeating: "long-name-", count: 4),
    ]

    /// Charts of every shape of result.
    static let shapes: [String: [Chart]] = {
        var lone = SampleResult.make(repetitions: 1)
        lone.topologies = Array(lone.topologies.prefix(1))
        var named = SampleResult.make()
        var crash = SampleCrash.make()
        for (place, name) in hard.enumerated() {
            named.topologies[place % 4].variant = name
            crash.configurations[place].variant = name
        }
        var failed = SampleResult.make()
        failed.topologies[2].failure = RunFailure(kind: .stuck, message: "")
        var many = SampleResult.make(repetitions: 1)
        let models = many.topologies
        many.topologies = TopologyMarks.fixedNames.enumerated().map { place, name in
            var topology = models[place % 4]
            topology.topology = name
            topology.variant = name
            return topology
        }
        return [
            "four": Chart.all(of: SampleResult.make()), "one": Chart.all(of: lone),
            "names": Chart.all(of: named), "failed": Chart.all(of: failed),
            "eleven": Chart.all(of: many), "crash": Chart.all(of: SampleCrash.make()),
            "crash names": Chart.all(of: crash), "sweep": Chart.all(of: SampleSweep.make()),
            "slow": Chart.all(of: SampleResult.make().slowed(1, by: 100)),
        ]
    }()

    @Test(
        .enabled(if: `Charts`.hasGnuplot),
        arguments: [
            "four", "one", "names", "failed", "eleven", "crash", "crash names", "sweep", "slow",
        ])
    func `Every picture has its title, its description and common fonts`(shape: String) throws {
        let charts = try #require(Self.shapes[shape])
        try Scratch.withFolder { folder in
            #expect(try ChartFolder(path: folder).write(charts).isEmpty)
            for chart in charts {
                let svg = try Scratch.text("\(folder)/\(chart.name).svg")
                let reader = try Reader(svg)
                #expect(reader.attributes["role"] == "img")
                let ids = reader.attributes["aria-labelledby"]?.split(separator: " ") ?? []
                #expect(ids.compactMap { reader.ids[String($0)] } == ["title", "desc"])
                #expect(reader.texts["title"] == [chart.title], "one title, and no plot's command")
                #expect(reader.texts["desc"] == [chart.description])
                #expect(chart.description.count > 80)
                #expect(!svg.contains("Gnuplot") && !svg.contains("GNUPLOT"))
                #expect(reader.attributes["font-family"] == "Helvetica, Arial, sans-serif")
                #expect(!svg.contains("font-family=\"Helvetica\""))
                #expect(svg.contains("fill=\"#ffffff\""), "a white card on a dark page")
                #expect(svg.utf8.count < 200_000)
            }
        }
    }

    @Test(.enabled(if: `Charts`.hasGnuplot))
    func `Names keep the characters of gnuplot, of SVG and of scripts`() throws {
        try Scratch.withFolder { folder in
            let charts = try #require(Self.shapes["names"])
            #expect(try ChartFolder(path: folder).write(charts).isEmpty)
            let timeline = try Reader(Scratch.text("\(folder)/timeline.svg"))
            // The fifth has taken the place of the first.
            for name in Self.hard.dropFirst() {
                #expect(timeline.texts["text"]?.contains(name) == true, "\(name)")
                #expect(timeline.texts["desc"]?[0].contains(name) == true)
            }
        }
    }

    @Test
    func `A hatching is defined once, and a group that goes on is not begun again`() {
        let bar = """
            <g fill="none" stroke-width="0.60">
            \t<defs>
            \t\t<pattern id='gpPatN' width='8'>
            \t\t\t<path d='M0,0 L8,8'/>
            \t\t</pattern>
            \t</defs>
            \t\t<polygon fill = 'url(#gpPatN)' points = '1,2'/></g>
            """
        let svg = [1, 2, 3].map { bar.replacing("N", with: "\($0)") }.joined(separator: "\n")
        let chart = Chart(name: "bars", title: "", script: "", data: "")
        let finished = ChartPicture.finished(svg, of: chart)
        #expect(finished.components(separatedBy: "<pattern").count == 2)
        #expect(finished.components(separatedBy: "url(#bars-hatching1)").count == 4)
        #expect(finished.components(separatedBy: "<g fill").count == 2)
        #expect(finished.components(separatedBy: "</g>").count == 2)
    }
}
