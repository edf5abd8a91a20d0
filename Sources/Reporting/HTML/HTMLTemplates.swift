/// The templates of a page and its blocks, by the names with which `HTMLRenderer` asks for them.
///
/// Three braces hold what another template has rendered, the style and the script.
enum HTMLTemplates {
    static let all = [
        "page": page, "paragraph": paragraph, "notice": notice, "entries": entries, "list": list,
        "table": table, "figure": figure, "code": code, "files": files, "details": details,
        "heading": heading, "prose": prose,
    ]

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="{{policy}}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{title}}</title>
        <style>{{{style}}}</style>
        </head>
        <body>
        <a class="skip" href="#content">Skip to the answer</a>
        <header>
        <h1 dir="auto">{{title}}</h1>
        <p dir="auto">{{origin}}</p>
        </header>
        <nav aria-label="Contents">
        <ul>
        {{#sections}}
        <li><a href="#{{name}}">{{title}}</a></li>
        {{/sections}}
        </ul>
        </nav>
        <main id="content">
        {{#sections}}
        <section id="{{name}}" aria-labelledby="{{name}}-heading">
        <h2 id="{{name}}-heading">{{title}}</h2>
        {{{body}}}
        </section>
        {{/sections}}
        </main>
        <script>{{{script}}}</script>
        </body>
        </html>

        """

    private static let prose = """
        {{#runs}}{{#plain}}{{.}}{{/plain}}{{#code}}<code>{{.}}</code>{{/code}}\
        {{#strong}}<strong>{{.}}</strong>{{/strong}}{{/runs}}
        """

    private static let paragraph = """
        <p dir="auto">{{>prose}}</p>

        """

    private static let notice = """
        <p class="notice" dir="auto">{{>prose}}</p>

        """

    private static let entries = """
        <dl>
        {{#entries}}
        <dt dir="auto">{{name}}</dt>
        <dd dir="auto">{{>prose}}</dd>
        {{/entries}}
        </dl>

        """

    private static let list = """
        <ul>
        {{#items}}
        <li dir="auto">{{>prose}}</li>
        {{/items}}
        </ul>

        """

    private static let table = """
        <div class="scroll{{#isWide}} wide{{/isWide}}{{#isShort}} short{{/isShort}}\
        {{#isSmall}} small{{/isSmall}}" \
        role="group" \
        aria-labelledby="table-{{number}}" tabindex="0">
        <table>
        <caption><span id="table-{{number}}" dir="auto">\
        {{#caption}}{{#plain}}{{.}}{{/plain}}{{#code}}<code>{{.}}</code>{{/code}}\
        {{#strong}}<strong>{{.}}</strong>{{/strong}}{{/caption}}</span></caption>
        <thead>
        <tr>\
        {{#head}}\
        {{#isEmpty}}<td></td>{{/isEmpty}}\
        {{^isEmpty}}<th scope="col" class="{{kind}}">{{>prose}}</th>{{/isEmpty}}\
        {{/head}}\
        </tr>
        </thead>
        <tbody>
        {{#rows}}
        <tr>\
        {{#cells}}\
        {{#isHead}}<th scope="row" class="{{kind}}" dir="auto">\
        {{#link}}<a href="{{.}}">{{/link}}{{>prose}}{{#link}}</a>{{/link}}</th>{{/isHead}}\
        {{^isHead}}<td class="{{kind}}" dir="auto">\
        {{#link}}<a href="{{.}}">{{/link}}{{>prose}}{{#link}}</a>{{/link}}\
        {{#mark}} <b class="mark">{{.}}</b>{{/mark}}\
        {{#note}} <small>{{.}}</small>{{/note}}</td>{{/isHead}}\
        {{/cells}}\
        </tr>
        {{/rows}}
        </tbody>
        </table>
        </div>

        """

    private static let figure = """
        <figure id="chart-{{number}}"{{#isOfTime}} class="time"{{/isOfTime}}>
        {{#svg}}
        <div class="scroll paper" role="group" aria-label="{{title}}" tabindex="0">
        {{{.}}}
        </div>
        {{/svg}}
        {{#isAbsent}}
        <p class="notice">{{title}}: this chart was not drawn; gnuplot draws \
        <code>charts/{{file}}.gp</code> again.</p>
        {{/isAbsent}}
        <figcaption dir="auto">{{description}}</figcaption>
        </figure>

        """

    private static let code = """
        <div class="scroll" role="group" aria-label="{{label}}" tabindex="0">
        <pre>{{text}}</pre>
        </div>

        """

    private static let files = """
        <ul class="files">
        {{#files}}
        <li><a download="{{name}}" href="{{{address}}}">{{name}}</a> ({{size}})</li>
        {{/files}}
        </ul>

        """

    private static let details = """
        <details>
        <summary>{{title}}</summary>
        {{{body}}}
        </details>

        """

    private static let heading = """
        <h3 dir="auto">{{title}}</h3>

        """
}
