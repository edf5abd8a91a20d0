/// The look of charts: colours for colour-blind readers, and marks for a print in grey.
///
/// A chart is a white card with dark text on every page. An image in a page cannot take the page's
/// colours, and the reader's system setting, which it could ask for, need not be the page's: on its
/// own white, text keeps its contrast on a dark page and in print.
enum ChartStyle {
    /// The card that a chart is drawn on.
    static let background = "#FFFFFF"

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

    /// Pixels of the smallest text, and of a chart's text.
    static let small = 11.0
    static let normal = 13.0

    /// The mean advance of a letter in parts of the size, for finding room.
    ///
    /// About that of DejaVu Sans, the widest of the fonts that stand in for Helvetica: with a
    /// narrower one labels have more room than they need.
    static let letterWidth = 0.57
}
