/// The style of a page: two columns of ink on paper, in light and dark, on a phone and on A4.
///
/// The browser's own elements mean what they say without it.
enum PageStyle {
    /// The style without the blanks that only a reader of this file wants.
    static let text = dense(source)

    /// Lines without their indents, and without those that are a comment of a script.
    static func dense(_ text: String) -> String {
        text.split(separator: "\n").map { line in line.drop { $0 == " " } }
            .filter { !$0.isEmpty && !$0.hasPrefix("// ") }.joined(separator: "\n")
    }

    private static let source = """

        :root {
            color-scheme: light dark;
            --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de;
            --shade: #f4f6f8; --link: #0550ae; --good: #116329; --warn: #7d4e00;
            --alarm: #fff8e5;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --paper: #14181d; --ink: #e6e9ed; --soft: #a5afba; --line: #3a424c;
                --shade: #1d232a; --link: #79b8ff; --good: #6fdd8b; --warn: #f0c36d;
                --alarm: #2b2413;
            }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
            margin: 0 auto; padding: 1rem; max-width: 72rem;
            font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
            color: var(--ink); background: var(--paper); overflow-wrap: break-word;
        }
        h1 { font-size: 1.7rem; line-height: 1.2; margin: 0.5rem 0; }
        h2 {
            font-size: 1.3rem; margin: 2.5rem 0 0.75rem; padding-top: 0.75rem;
            border-top: 1px solid var(--line);
        }
        h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
        p, dd, li { max-width: 44rem; }
        header p { color: var(--soft); margin: 0 0 1rem; }
        a { color: var(--link); }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { position: static; }
        nav ul {
            display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0;
            list-style: none;
        }
        nav a { display: inline-block; padding: 0.2rem 0; }
        #answer {
            background: var(--shade); border: 1px solid var(--line); border-radius: 0.5rem;
            margin: 1.5rem 0; padding: 1rem 1.25rem;
        }
        #answer h2 { border: 0; margin: 0 0 0.5rem; padding: 0; }
        dl {
            display: grid; grid-template-columns: minmax(6rem, max-content) 1fr;
            gap: 0.5rem 1rem;
        }
        dt { font-weight: 600; overflow-wrap: anywhere; max-width: 16rem; }
        dd { margin: 0; min-width: 0; }
        .notice {
            background: var(--alarm); border-left: 0.3rem solid var(--warn);
            padding: 0.5rem 0.75rem;
        }
        .scroll { overflow-x: auto; max-width: 100%; margin: 0.75rem 0; }
        table {
            border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem;
            min-width: min(100%, 24rem);
        }
        caption { text-align: start; color: var(--soft); padding-bottom: 0.4rem; }
        caption span { display: block; max-width: min(44rem, calc(100vw - 2rem)); }
        th, td {
            padding: 0.3rem 0.45rem; border-bottom: 1px solid var(--line); vertical-align: top;
            text-align: start;
        }
        thead th, thead td { border-bottom: 2px solid var(--soft); vertical-align: bottom; }
        tbody th { font-weight: 600; }
        .figure { text-align: end; }
        td small { display: block; color: var(--soft); white-space: nowrap; }
        .mark { display: block; font-size: 0.75em; color: var(--good); white-space: nowrap; }
        th button {
            font: inherit; color: inherit; background: none; border: 0; padding: 0.2rem 0;
            min-height: 1.5rem; cursor: pointer; text-align: inherit; text-decoration: underline;
        }
        figure { margin: 1rem 0; }
        figure button { font: inherit; padding: 0.2rem 0.6rem; margin: 0 0.4rem 0.4rem 0; }
        .time [role="status"] { min-height: 3rem; margin: 0.4rem 0; max-width: none; }
        figcaption { color: var(--soft); font-size: 0.875rem; max-width: 56rem; }
        .paper { background: #ffffff; border: 1px solid var(--line); }
        .paper svg { display: block; width: 100%; min-width: 40rem; height: auto; }
        pre, code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
        pre { font-size: 0.85rem; line-height: 1.25; margin: 0; padding: 0.5rem 0; }
        code { font-size: 0.92em; overflow-wrap: anywhere; }
        td code, th code { overflow-wrap: normal; }
        details { margin: 0.75rem 0; }
        summary { cursor: pointer; padding: 0.25rem 0; font-weight: 600; }
        fieldset { border: 1px solid var(--line); margin: 0.75rem 0; }
        fieldset label { display: inline-block; margin-right: 1rem; padding: 0.2rem 0; }
        @media (max-width: 40rem) {
            dl { grid-template-columns: 1fr; gap: 0.1rem; }
            dd { margin-bottom: 0.6rem; }
            #answer { padding: 0.75rem; }
        }
        @media print {
            @page { size: A4; margin: 8mm; }
            :root {
                --paper: #ffffff; --ink: #000000; --soft: #333333; --line: #999999;
                --shade: #ffffff; --link: #000000; --good: #000000; --warn: #000000;
                --alarm: #ffffff;
            }
            body { font-size: 6.5pt; line-height: 1.2; padding: 0; max-width: none; }
            h1 { font-size: 13pt; margin: 0.2rem 0; }
            h2 { font-size: 10pt; margin: 0.4rem 0 0.2rem; padding-top: 0.2rem; }
            h3 { font-size: 8pt; margin: 0.3rem 0 0.15rem; }
            nav, .skip, fieldset, .files, figure button, [role="status"] { display: none; }
            header p { margin: 0; }
            #answer { margin: 0.5rem 0; padding: 0.4rem 0.6rem; }
            section { columns: 2; column-gap: 6mm; }
            #answer, #work { columns: 1; }
            #changes { columns: 3; column-gap: 4mm; }
            #stacks { columns: 4; column-gap: 4mm; }
            #stacks pre { font-size: 4.5pt; }
            section > h2 { column-span: all; }
            dl { gap: 0 0.6rem; margin: 0.2rem 0; }
            ul { margin: 0.2rem 0; padding-left: 1.2rem; }
            p, dd, li { max-width: none; margin-top: 0.08rem; margin-bottom: 0.08rem; }
            caption { padding-bottom: 0.1rem; }
            caption span { max-width: none; }
            h2, h3, caption, summary { break-after: avoid; }
            tr, figure, pre { break-inside: avoid; }
            .scroll { overflow: visible; margin: 0.1rem 0; }
            .wide { column-span: all; }
            .wide th, .wide td { overflow-wrap: anywhere; white-space: normal; }
            #pairs .word { overflow-wrap: anywhere; }
            .short tbody th, .short .word { overflow-wrap: normal; white-space: nowrap; }
            .short.wide td, #pairs .short td { white-space: nowrap; }
            .small { display: inline-block; vertical-align: top; margin-right: 3mm; }
            #work details { display: inline-block; vertical-align: top; margin-right: 4mm; }
            .paper { border: 0; }
            .paper svg { min-width: 0; width: 100%; max-height: 44mm; }
            figure { margin: 0.2rem 0; }
            .time { column-span: all; }
            .time svg { max-height: 52mm; }
            figcaption { font-size: 5.7pt; }
            table { font-size: 5.7pt; line-height: 1.12; min-width: 0; }
            th, td { padding: 0.04rem 0.25rem; }
            td small, .mark { white-space: normal; }
            th button { min-height: 0; padding: 0; text-decoration: none; }
            pre { font-size: 5pt; padding: 0; white-space: pre-wrap; }
            details { margin: 0.1rem 0; }
            details::details-content { content-visibility: visible; block-size: auto; }
            summary { list-style: none; }
        }

        """
}
