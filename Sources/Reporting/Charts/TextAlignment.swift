/// Which part of a text stands at its place; in gnuplot's words.
package enum TextAlignment: String, Sendable {
    case left, center, right
}
