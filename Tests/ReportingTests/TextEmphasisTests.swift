import Reporting
import Testing

/// Emphasis repeats what words and marks say.
struct `Emphasis` {
    @Test func `Marks and words are emphasised, and nothing else`() {
        let text = """
            siblings  0.8†   12  ~3.4  kept by a (1 ms); NOT by b
            †: the best
            """
        #expect(
            TextEmphasis.emphasized(text) == """
                siblings  \u{1B}[1m0.8†\u{1B}[0m   12  \u{1B}[33m~3.4\u{1B}[0m  \
                \u{1B}[32mkept\u{1B}[0m by a (1 ms); \u{1B}[31mNOT\u{1B}[0m by b
                †: the best
                """)
    }

    @Test func `Without its escape sequences an emphasised text is the text`() {
        let text = SummaryText.text(of: SampleResult.make())
        let emphasized = TextEmphasis.emphasized(text)
        #expect(emphasized != text)
        #expect(emphasized.replacing(#/\u{1B}\[\d+m/#, with: "") == text)
    }

    @Test func `The machine's line has no emphasis`() {
        let line = MachineLine.text(.regressed, report: "a regressed b")
        #expect(TextEmphasis.emphasized(line) == line)
    }

    @Test func `A state is one at the beginning of its line only`() {
        #expect(TextEmphasis.emphasized("ok  a file").hasPrefix("\u{1B}[32mok\u{1B}[0m"))
        #expect(TextEmphasis.emphasized("busy ok  a") == "busy ok  a")
        #expect(TextEmphasis.emphasized("it is ok  here") == "it is ok  here")
    }
}
