import Reporting
import Testing

struct `A sentence with marked words` {
    @Test func `Code and strong words are runs of their own`() {
        #expect(
            Prose("a `b` and **c d**.").runs == [
                Prose.Run(plain: "a "), Prose.Run(code: "b"), Prose.Run(plain: " and "),
                Prose.Run(strong: "c d"), Prose.Run(plain: "."),
            ])
    }

    @Test(arguments: ["", "2 ** 3", "a `b", "``", "****", "x`"])
    func `A mark without its other end is text`(_ text: String) {
        #expect(Prose(text).text == text)
        #expect(Prose(text).runs.allSatisfy { $0.plain != nil })
    }

    @Test func `Marks in code are code`() {
        #expect(Prose("`a ** b ** c`").runs == [Prose.Run(code: "a ** b ** c")])
    }
}

struct `A picture in a page` {
    @Test func `Its names are its own, and its look is in attributes`() {
        let picture = EmbeddedPicture(
            """
            <?xml version="1.0"?>
            <svg aria-labelledby="tail-title tail-text"><title id="tail-title">T</title>
            \t<circle id='gpDot'/>
            \t<circle id='gpUnused'/>
            \t<use xlink:href='#gpUnused' id='gpUnusedToo'/>

            <use xlink:href='#gpDot'/><path fill='url(#gpFill)'/>
            <path style="fill:none; stroke:rgb(0,0,0)" d='M0.00,1.25 L10.50,3  '/>
            </svg>

            """, named: "one")
        #expect(
            picture.svg == """
                <svg aria-labelledby="one-tail-title one-tail-text">\
                <title id="one-tail-title">T</title>
                <circle id='one-gpDot'/>
                <use xlink:href='#one-gpDot'/><path fill='url(#one-gpFill)'/>
                <path fill='none' stroke='#000000' d='M0,1.2 L10.5,3'/>
                </svg>
                """)
    }
}

struct `A page's policy` {
    /// The digest of “a” is known (FIPS 180-4).
    @Test func `It lets the page's own style and script apply, and loads nothing`() {
        let digest = "sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="
        #expect(
            ContentPolicy.text(style: "a", script: "a")
                == "default-src 'none'; style-src '\(digest)'; script-src '\(digest)'; "
                + "base-uri 'none'; form-action 'none'")
    }
}
