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
                <path fill='none' stroke='#000000' d='M0 1.3l10.5 1.7'/>
                </svg>
                """)
    }

    @Test func `What gnuplot writes at length is drawn in fewer lines`() {
        let picture = EmbeddedPicture(
            """
            <svg>
            <g fill="none" stroke="currentColor">
            </g>
            <g fill="none" stroke="currentColor" stroke-linecap="butt" stroke-linejoin="miter">
            <path stroke='#e4e4e4'  d='M1.00,2.00 L1.00,5.00 L3.50,5.00 L4.00,6.00 Z '/>\t<g \
            transform="translate(2.00,3.00)" text-anchor="end">
            <text>5.00, and  more</text>
            </g>
            </g>
            \t\t<polygon fill = '#d55e00' points = '0.00,9.00 2.00,9.00 2.00,9.00 0.00,9.00 '/>
            \t\t<polygon fill = '#d55e00' points = '2.00,9.00 4.00,9.00 4.00,8.50 2.00,8.50 '/>
            \t\t<polygon fill = '#d55e00' points = '6.00,9.00 8.00,9.00 8.00,8.00 6.00,8.00 '/>
            \t\t<polygon fill = '#0072b2' points = '6.00,9.00 8.00,9.00 8.00,8.00 6.00,8.00 '/>
            </svg>
            """, named: "one")
        #expect(
            picture.svg == """
                <svg>
                <g fill="none" stroke="currentColor">
                <path stroke='#e4e4e4'  d='M1 2v3h2.5l0.5 1z'/>
                <text transform="translate(2.00,3.00)" text-anchor="end">5.00, and  more</text>
                </g>
                <path fill = '#d55e00' d='M2 9h2v-0.5h-2zm4 0h2v-1h-2z'/>
                <polygon fill = '#0072b2' points='6,9 8,9 8,8 6,8'/>
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
