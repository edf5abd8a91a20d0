import Testing

@Suite struct SwiftTokensTests {
    private static func texts(_ text: String) -> [String] { SwiftTokens(text).tokens.map(\.text) }

    @Test func `Words and signs come one by one, with their lines`() {
        let tokens = SwiftTokens("let a_1 =\n  f(x)").tokens
        #expect(tokens.map(\.text) == ["let", "a_1", "=", "f", "(", "x", ")"])
        #expect(tokens.map(\.line) == [1, 1, 1, 2, 2, 2, 2])
    }

    @Test func `A string is one quote, and its interpolation is code`() {
        #expect(Self.texts(#"f("a b")"#) == ["f", "(", "\"", ")"])
        #expect(Self.texts(#"f("a \(g(1)) b")"#) == ["f", "(", "\"", "g", "(", "1", ")", ")"])
        #expect(Self.texts(#""\"" + b"#) == ["\"", "+", "b"])
        #expect(Self.texts(#""\("\(x)")" + b"#) == ["\"", "\"", "x", "+", "b"])
    }

    @Test func `A string of several lines ends with three quotes`() {
        let text = "let a = \"\"\"\n    say \"hi\" \\(b)\n    \"\"\"\nc"
        let tokens = SwiftTokens(text).tokens
        #expect(tokens.map(\.text) == ["let", "a", "=", "\"", "b", "c"])
        #expect(tokens.last?.line == 4)
    }

    @Test func `A raw string has neither escapes nor interpolation but with its hashes`() {
        #expect(Self.texts(##"#"a \(b) "c" \"# + d"##) == ["\"", "+", "d"])
        #expect(Self.texts(##"#"a \#(b)"# + d"##) == ["\"", "b", "+", "d"])
        #expect(Self.texts("#if os(Linux)") == ["#", "if", "os", "(", "Linux", ")"])
    }

    @Test func `Comments are apart, nested ones too`() {
        let read = SwiftTokens("a // b\n/* c /* d */\n e */ f")
        #expect(read.tokens.map(\.text) == ["a", "f"])
        #expect(read.tokens.map(\.line) == [1, 3])
        #expect(read.comments.map(\.line) == [1, 2, 3])
        #expect(read.comments.map(\.text) == ["// b", "/* c /* d */", " e */"])
    }

    @Test func `A raw identifier is one sign`() {
        #expect(Self.texts("func `a (b) \"c`() {}") == ["func", "`", "(", ")", "{", "}"])
    }

    @Test func `A comment's sign in a string begins no comment`() {
        #expect(Self.texts("\"http://a\" + b /* \" */ + c") == ["\"", "+", "b", "+", "c"])
    }
}
