import CGnuplot

/// How drawing ended.
enum GnuplotOutcome: Hashable {
    case drawn
    /// There is no gnuplot on the PATH.
    case missing
    /// It could not be started, or a command failed; in gnuplot's words.
    case failed(String)

    /// Runs commands in a gnuplot of their own, and waits for it.
    ///
    /// - Parameters:
    ///   - script: whole lines.
    ///   - folder: what file names in it are relative to.
    ///   - program: `gnuplot`, or a path; a test names one that does not exist.
    static func running(
        _ script: String, in folder: String, program: String
    ) -> GnuplotOutcome {
        var gnuplot: OpaquePointer?
        switch Int(cgnuplot_open(program, folder, &gnuplot)) {
        case Int(CGNUPLOT_OK.rawValue): break
        case Int(CGNUPLOT_NOT_FOUND.rawValue): return .missing
        default: return .failed("\(program) could not be started in \(folder)")
        }
        var script = script
        let sent = script.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cgnuplot_send(gnuplot, $0.baseAddress, $0.count)
            }
        }
        // Enough for gnuplot's message with the line that it points at.
        var message = [CChar](repeating: 0, count: 2048)
        let closed = cgnuplot_close(gnuplot, &message, message.count)
        let ok = Int32(CGNUPLOT_OK.rawValue)
        if sent == ok, closed == ok { return .drawn }
        let words = String(
            decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let text = words.split(whereSeparator: \.isNewline)
            .map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: " | ")
        return .failed(text.isEmpty ? "it ended early and said nothing" : text)
    }
}
