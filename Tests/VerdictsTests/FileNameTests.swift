import Testing
import Verdicts

struct `Names of files` {
    @Test func `A plain name stays`() {
        #expect(FileName.safe("import-10k_2.b") == "import-10k_2.b")
    }

    @Test(arguments: ["../../etc/passwd", "/a", "..", "", "a b", "naïve", "a\u{0}b", ".hidden"])
    func `Any other becomes the name of one visible file in the folder`(text: String) {
        let name = FileName.safe(text)
        #expect(name != text && !name.hasPrefix(".") && !name.isEmpty)
        #expect(name.allSatisfy { $0.isASCII && $0 != "/" && $0 != "\u{0}" })
    }

    @Test func `Long names are cut, and names that differ stay different`() {
        let long = String(repeating: "a", count: 5_000)
        #expect(FileName.safe(long).utf8.count < 120)
        #expect(FileName.safe(long) != FileName.safe(long + "a"))
        #expect(FileName.safe("a b") != FileName.safe("a/b"))
    }
}
