import Mustache

/// Renders a page's template with the partials that pages share: `table`, `failures`, `settings`.
enum PageRendering {
    /// Renders a page.
    ///
    /// - Parameters:
    ///   - page: its properties are the names in the template.
    ///   - partials: those of this page alone.
    ///   - file: the page's name in an error.
    /// - Throws: `ReportingError` if a template is wrong: a bug in the lab.
    static func markdown(
        of page: Any, _ template: String, partials: [String: String] = [:],
        file: String = "report.md"
    ) throws(ReportingError) -> String {
        do {
            var templates = [
                "page": try MustacheTemplate(string: template),
                "table": try MustacheTemplate(string: TableTemplate.text),
                "failures": try MustacheTemplate(string: FailuresTemplate.text),
                "settings": try MustacheTemplate(string: SettingsTemplate.text),
            ]
            for (name, text) in partials { templates[name] = try MustacheTemplate(string: text) }
            return MustacheLibrary(templates: templates).render(page, withTemplate: "page") ?? ""
        } catch {
            throw .notEncoded(file, cause: error)
        }
    }
}
