import Foundation
import Reporting
import Results
import Testing

/// Programs that stand in for gnuplot and do what one must not.
struct `A gnuplot that misbehaves` {
    /// Draws the small result's charts with a shell script, and gives each a time.
    private func draw(
        _ script: String, limitSeconds: Int = 60, isCancelled: () -> Bool = { false },
        _ check: ([Chart], [RunWarning], _ names: [String]) throws -> Void
    ) throws {
        try Scratch.withFolder { folder in
            let program = folder + "/program"
            try AtomicFile.write("#!/bin/sh\n" + script, to: program)
            chmod(program, 0o755)
            let charts = Chart.all(of: SmallResult.make())
            let pictures = ChartFolder(path: folder, program: program, limitSeconds: limitSeconds)
            let warnings = try pictures.write(charts, isCancelled: isCancelled)
            try check(charts, warnings, try Scratch.names(in: folder))
        }
    }

    @Test func `It hangs: it is killed in its time, and the others are not tried`() throws {
        try draw("sleep 1000 & sleep 1000", limitSeconds: 1) { charts, warnings, names in
            #expect(warnings.map(\.code) == ["gnuplot-overdue"])
            let message = try #require(warnings.first?.message)
            #expect(message.hasPrefix("\(charts[0].name).svg was not drawn: gnuplot had not ended"))
            for chart in charts { #expect(message.contains("\(chart.name).svg")) }
            #expect(names.allSatisfy { !$0.hasSuffix(".svg") && !$0.hasSuffix(".partial") })
        }
    }

    @Test func `It reads nothing of what it is sent`() throws {
        // More than a pipe takes: 64 KiB.
        try draw("exec <&-; exit 1") { charts, warnings, _ in
            #expect(warnings.map(\.code) == charts.map { _ in "gnuplot-failed" })
        }
    }

    @Test func `It prints without end: it is killed in its time`() throws {
        let script = "while :; do echo 0123456789012345678901234567890123456789 >&2; done"
        try draw(script, limitSeconds: 1) { _, warnings, _ in
            #expect(warnings.map(\.code) == ["gnuplot-overdue"])
        }
    }

    @Test func `It prints much and fails: the beginning is its reason`() throws {
        try draw("echo first >&2; head -c 10000000 /dev/zero | tr '\\0' x >&2; exit 1") {
            charts, warnings, _ in
            #expect(warnings.map(\.code) == charts.map { _ in "gnuplot-failed" })
            #expect(warnings.allSatisfy { $0.message.contains("was not drawn: first | xxx") })
            #expect(warnings.allSatisfy { $0.message.count < 4_000 })
        }
    }

    @Test func `It ends without an error and without a picture`() throws {
        try draw("cat > /dev/null") { charts, warnings, _ in
            #expect(warnings.map(\.code) == charts.map { _ in "gnuplot-failed" })
            #expect(warnings.allSatisfy { $0.message.contains("wrote no picture") })
        }
    }

    @Test func `The user interrupts it: it is killed, and no other is started`() throws {
        var questions = 0
        try draw(
            "sleep 1000",
            isCancelled: {
                questions += 1
                return questions > 2
            }
        ) { _, warnings, _ in
            #expect(warnings.map(\.code) == ["drawing-interrupted"])
        }
    }
}
