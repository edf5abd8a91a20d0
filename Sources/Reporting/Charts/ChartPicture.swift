import Foundation

/// A picture as gnuplot leaves it, made readable without eyes and without gnuplot's fonts.
///
/// gnuplot titles every picture “Gnuplot”, gives each line the command that drew it as its own
/// title, and describes the hatching anew for every hatched bar.
package struct ChartPicture {
    /// The fonts of all texts: the first that the reader's machine has.
    static let fonts = "Helvetica, Arial, sans-serif"

    private let chart: Chart
    private var lines: [String] = []
    private var hasTitle = false
    private var hasDescription = false
    /// The group that the last line of this kind opened.
    private var group: Substring?
    /// By gnuplot's name: the first hatching that looks the same.
    private var hatchings: [Substring: String] = [:]
    /// By look.
    private var names: [String: String] = [:]

    /// The picture with the chart's title and description, and with one list of fonts.
    ///
    /// - Parameter svg: what gnuplot has written for the chart.
    package static func finished(_ svg: String, of chart: Chart) -> String {
        var picture = ChartPicture(chart: chart)
        // The blank inside the brackets is gnuplot's.
        var rest = svg.replacingOccurrences(of: " font-family=\"Helvetica\" ", with: " ")
            .split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = rest.first {
            let isHatching =
                rest.count > 4 && rest.dropFirst().first!.hasPrefix("\t\t<pattern id='")
            rest = rest.dropFirst(
                isHatching ? picture.addHatching(Array(rest.prefix(5))) : picture.add(line))
        }
        return picture.lines.joined(separator: "\n")
    }

    private init(chart: Chart) { self.chart = chart }

    /// Adds a line.
    ///
    /// - Returns: how many lines it takes from the input.
    private mutating func add(_ line: Substring) -> Int {
        if !hasTitle, line.hasPrefix("<title>") {
            hasTitle = true
            let title = PlainText.markup(chart.title)
            lines.append("<title id=\"\(chart.name)-title\">\(title)</title>")
        } else if !hasDescription, line.hasPrefix("<desc>") {
            hasDescription = true
            let description = PlainText.markup(chart.description)
            lines.append("<desc id=\"\(chart.name)-description\">\(description)</desc>")
        } else if !hasTitle, line.hasPrefix("<svg") {
            lines.append(
                "<svg role=\"img\" aria-labelledby=\"\(chart.name)-title "
                    + "\(chart.name)-description\"\n font-family=\"\(Self.fonts)\""
                    + line.dropFirst(4))
        } else if line.hasPrefix("<g fill="), line == group, lines.last?.hasSuffix("</g>") == true {
            // A group that ends, and begins again with the same attributes.
            lines[lines.count - 1].removeLast("</g>".count)
        } else {
            if line.hasPrefix("<g ") { group = line }
            lines.append(plain(line))
        }
        return 1
    }

    /// Adds the definition of a hatching if none looks like it.
    private mutating func addHatching(_ definition: [Substring]) -> Int {
        let parts = definition[1].split(separator: "'", maxSplits: 2)
        let look = "\(parts[2])\(definition[2])"
        if let name = names[look] {
            hatchings[parts[1]] = name
        } else {
            // Two charts in one page have hatchings of different names.
            let name = "\(chart.name)-hatching\(names.count + 1)"
            names[look] = name
            hatchings[parts[1]] = name
            lines.append(String(definition[0]))
            lines.append("\(parts[0])'\(name)'\(parts[2])")
            lines += definition[2...].map(String.init)
        }
        return definition.count
    }

    /// A line without the title of a plot, and with the name of its hatching.
    private func plain(_ line: Substring) -> String {
        var line = String(line)
        if line.hasPrefix("\t<g id="), let begin = line.firstRange(of: "<title>"),
            let end = line.firstRange(of: "</title>")
        {
            line.removeSubrange(begin.lowerBound..<end.upperBound)
        }
        if line.hasPrefix("\t\t<polygon"), let begin = line.firstRange(of: "url(#"),
            let end = line[begin.upperBound...].firstIndex(of: ")"),
            let name = hatchings[line[begin.upperBound..<end]]
        {
            line.replaceSubrange(begin.upperBound..<end, with: name)
        }
        return line
    }
}
