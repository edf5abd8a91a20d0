/// The look of charts: colours for colour-blind readers, and marks for a print in grey.
enum ChartStyle {
    /// The colours of Okabe and Ito, *Color Universal Design* (2008), without their yellow, which
    /// has too little contrast with paper.
    enum Colour {
        static let black = "#000000"
        static let orange = "#E69F00"
        static let sky = "#56B4E9"
        static let green = "#009E73"
        static let blue = "#0072B2"
        static let vermilion = "#D55E00"
        static let purple = "#CC79A7"
        /// For elements that are always visible and ask for no attention.
        static let grey = "#9A9A9A"
        /// For rules and annotations: 4.5 : 1 against white, the least that WCAG calls readable.
        static let note = "#6B6B6B"
        static let rule = "#C4C4C4"
    }

    /// A line, or a point, for a topology: three marks of its identity beside the label.
    struct Series {
        let colour: String
        /// The colour's darker sister, for text: 4.5 : 1 against white.
        let ink: String
        /// gnuplot's dash pattern.
        let dash: String
        /// gnuplot's point type: filled circle, triangle, square, diamond and others.
        let point: Int
    }

    /// The colour and mark of the topology at an index in the result; they repeat after eight.
    static func series(_ index: Int) -> Series {
        let colours = [
            Colour.vermilion, Colour.blue, Colour.green, Colour.orange, Colour.purple, Colour.sky,
            Colour.black, Colour.grey,
        ]
        let inks = [
            "#B84E00", "#0068A3", "#007D5B", "#8F6300", "#A34D7C", "#1B76A8", "#000000", "#5F5F5F",
        ]
        let dashes = ["1", "(14,4)", "(3,3)", "(14,4,3,4)", "(8,3)", "(1,3)", "(20,5)", "(5,5)"]
        let points = [7, 5, 9, 13, 11, 6, 4, 8]
        return Series(
            colour: colours[index % 8], ink: inks[index % 8], dash: dashes[index % 8],
            point: points[index % 8])
    }

    /// Pixels of the smallest text, and of a chart's text.
    static let small = 11.0
    static let normal = 13.0

    /// The mean advance of a letter in Helvetica, in parts of the size: for finding room.
    static let letterWidth = 0.54
}
