/// The part of a text that its position fixes, in gnuplot's words.
package enum TextAlignment: String, Sendable {
    case left, center, right
}
