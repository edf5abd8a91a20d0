import Documents
import Testing

@Suite struct CanonicalTests {
    private static func document(_ text: String) throws -> Document {
        try Document(file: "a.yaml", text: text)
    }

    @Test func `The canonical form has sorted keys and one spelling for each value`() throws {
        let document = try Self.document(
            """
            # a comment
            title: "Import 10k"
            pace: 1.5s
            batch: 0500
            weights: { b: 0.50, a: 0.5 }
            size: 4KiB
            rate: 20.0/s
            none:
            list: [x, 'y "z"']
            """)
        let entries = [
            #""batch":"500""#, #""list":["x","y \"z\""]"#, #""none":null"#,
            #""pace":"1500000000ns""#, #""rate":"20/s""#, #""size":"4096B""#,
            #""title":"Import 10k""#, #""weights":{"a":"0.5","b":"0.5"}"#,
        ]
        #expect(document.canonical == "{" + entries.joined(separator: ",") + "}")
    }

    @Test func `Order, comments, layout and spelling of numbers leave the digest alone`() throws {
        let left = try Self.document("a: 500ms\nb: { c: 0.5, d: [1, 2] }\n")
        let right = try Self.document("# later\nb:\n  d:\n    - 1\n    - 2\n  c: 0.50\na: 0.5s\n")
        #expect(left.digest == right.digest)
    }

    @Test(arguments: [
        ("a: 1", "a: 2"), ("a: 1", "b: 1"), ("a: [1, 2]", "a: [2, 1]"), ("a: 1s", "a: 1min"),
        ("a: {b: 1}", "a: [b, 1]"), ("a: 1", "a: -1"), ("a: x", "a: [x]"), ("a: ''", "a:"),
        ("a: 20/s", "a: 20/min"), ("a: 1.2.3", "a: 1.2.30"),
    ])
    func `What differs in meaning differs in digest`(left: String, right: String) throws {
        #expect(try Self.document(left).digest != Self.document(right).digest)
    }

    @Test func `The digest is the SHA-256 of the canonical form`() throws {
        let document = try Self.document("a: 1")
        #expect(document.canonical == #"{"a":"1"}"#)
        // printf '{"a":"1"}' | sha256sum
        #expect(
            document.digest == "9afeb0f2b203f254312ec8ded441d0318b7c34c57f8695ede42d2215a30c0960")
    }
}
