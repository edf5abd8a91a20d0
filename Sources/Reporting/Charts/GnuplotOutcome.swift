import CGnuplot

/// How drawing ended.
enum GnuplotOutcome: Hashable {
    case drawn
    /// The PATH has no gnuplot.
    case missing
    /// It could not be started, or a command failed; in gnuplot's words.
    case failed(String)
    /// It had not ended within the limit, and was killed.
    case overdue
    /// The user interrupted the command, and gnuplot was killed.
    case cancelled

    /// Runs commands in a gnuplot of their own, and waits until it has ended.
    ///
    /// - Parameters:
    ///   - script: whole lines.
    ///   - folder: the folder that file names in it are relative to.
    ///   - program: `gnuplot`, or a path; a test names one that does not exist.
    ///   - limitSeconds: the time after which gnuplot is killed.
    ///   - isCancelled: asked on the calling thread while gnuplot runs.
    static func running(
        _ script: String, in folder: String, program: String, limitSeconds: Int,
        isCancelled: () -> Bool
    ) -> GnuplotOutcome {
        // Enough for gnuplot's message with the line that it points at.
        var message = [CChar](repeating: 0, count: 2048)
        let code = run(
            script, in: folder, program: program, limitSeconds: limitSeconds, &message,
            isCancelled: isCancelled)
        switch code {
        case CGNUPLOT_OK: return .drawn
        case CGNUPLOT_NOT_FOUND: return .missing
        case CGNUPLOT_OVERDUE: return .overdue
        case CGNUPLOT_CANCELLED: return .cancelled
        case CGNUPLOT_FAILED: return .failed(words(of: message))
        default: return .failed("\(program) could not be started in \(folder)")
        }
    }

    private static func run(
        _ script: String, in folder: String, program: String, limitSeconds: Int,
        _ message: inout [CChar], isCancelled: () -> Bool
    ) -> cgnuplot_code {
        var script = script
        return withoutActuallyEscaping(isCancelled) { isCancelled in
            // A C function has no captures: the closure travels as its context.
            var question = isCancelled
            return withUnsafeMutablePointer(to: &question) { question in
                script.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { bytes in
                        let code = cgnuplot_run(
                            program, folder, bytes.baseAddress, bytes.count,
                            Int64(limitSeconds) * 1000,
                            { $0!.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0 },
                            question, &message, message.count)
                        return cgnuplot_code(rawValue: UInt32(code))
                    }
                }
            }
        }
    }

    private static func words(of message: [CChar]) -> String {
        let words = String(
            decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let text = words.split(whereSeparator: \.isNewline)
            .map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: " | ")
        return text.isEmpty ? "it ended early without a message" : text
    }
}
