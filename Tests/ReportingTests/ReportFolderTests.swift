import Foundation
import Reporting
import Results
import Testing

struct `The report's folder` {
    private let operations = Array("index,role\n0,ui\n".utf8)

    @Test
    func `It holds every file of a report, and nothing half written`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch + "/Reports/tiny")
            try folder.prepare()
            #expect(try Scratch.names(in: folder.path).isEmpty)
            _ = try folder.write(SmallResult.make(), operations: [operations])
            #expect(
                try Scratch.names(in: folder.path) == [
                    "charts", "crashes.csv", "loss.csv", "operations.csv", "pairs.csv",
                    "report.html", "report.md", "results.csv", "run.json", "stretches.csv",
                ])
            #expect(try Scratch.text(folder.path + "/operations.csv") == "index,role\n0,ui\n")
            #expect(folder.page == folder.path + "/report.md")
        }
    }

    @Test
    func `Without gnuplot figures and tables are complete, and the page says what is missing`()
        throws
    {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch)
            let warnings = try folder.write(
                SampleResult.make(repetitions: 1), operations: [operations],
                gnuplot: "no-such-gnuplot")
            #expect(warnings.map(\.code) == ["gnuplot-missing"])
            let page = try Scratch.text(folder.page)
            #expect(!page.contains(".svg)"))
            #expect(page.contains("No chart was drawn"))
            #expect(page.contains("`gnuplot-missing`: "))
            #expect(try Scratch.text(scratch + "/run.json").contains("gnuplot-missing"))
            let rows = try Scratch.text(scratch + "/results.csv").split(separator: "\n")
            #expect(rows.count == 1 + 4 * (12 + 10))
        }
    }

    @Test
    func `Charts that are not wanted are not drawn, and nobody is warned`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch)
            let warnings = try folder.write(
                SmallResult.make(), operations: [[]], drawsCharts: false)
            #expect(warnings.isEmpty)
            #expect(try Scratch.names(in: scratch + "/charts").allSatisfy { !$0.hasSuffix("svg") })
        }
    }

    @Test
    func `A folder that cannot be made is an error that names it, the reason and a remedy`() throws
    {
        try Scratch.withFolder { scratch in
            try AtomicFile.write("a file", to: scratch + "/file")
            let inFile = #expect(throws: ReportingError.self) {
                try ReportFolder(path: scratch + "/file/Reports").prepare()
            }
            #expect(inFile?.message == "cannot create the folder \(scratch)/file: Not a directory")
            #expect(inFile?.remedy.contains("a file stands where a folder is needed") == true)
            #expect(try Scratch.names(in: scratch) == ["file"])
        }
        let nowhere = #expect(throws: ReportingError.self) {
            try ReportFolder(path: "/proc/lab/Reports").prepare()
        }
        #expect(nowhere?.message.hasPrefix("cannot create the folder /proc/lab: ") == true)
        #expect(nowhere?.remedy.contains("--output") == true)
    }

    @Test
    func `run.json holds the whole result and is the same bytes twice`() throws {
        let result = SampleResult.make(repetitions: 1)
        let bytes = try RunFile.bytes(of: result)
        #expect(try RunFile.bytes(of: result) == bytes)
        let read = try JSONDecoder().decode(WorkloadResult.self, from: Data(bytes))
        #expect(read.topologies.map(\.variant) == result.topologies.map(\.variant))
        #expect(read.topologies[0].summary == result.topologies[0].summary)
        let keys = try #require(
            String(decoding: bytes, as: UTF8.self).firstMatch(of: /^\{"([a-zA-Z]+)"/))
        #expect(keys.1 == "build", "keys are in order")
    }

    /// The topologies are coded one by one, on all cores.
    @Test(arguments: 0...3)
    func `run.json is what one encoder writes of all topologies`(count: Int) throws {
        func written(_ result: some Encodable) throws -> [UInt8] { try RunFile.bytes(of: result) }
        var result = SampleResult.make(repetitions: 1)
        result.topologies = (0..<count).map { result.topologies[$0 % result.topologies.count] }
        // A user's texts may look like the array that the topologies go into.
        result.question = #"\"topologies":[]\"#
        result.started = #"{[""topologies":[]"#
        #expect(try RunFile.bytes(of: result) == written(result))
    }

    @Test
    func `A value that JSON has no text for is a bug that is named`() {
        var result = SmallResult.make()
        result.topologies[0].summary[0].value = .nan
        let error = #expect(throws: ReportingError.self) { try RunFile.bytes(of: result) }
        #expect(error?.code == .notEncoded)
    }
}
