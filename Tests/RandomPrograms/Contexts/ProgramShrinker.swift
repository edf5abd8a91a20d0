/// Leaves steps out of a program that shows a difference, until each that is left is needed.
package struct ProgramShrinker {
    private let stillDiffers: (Program) -> Bool

    package init(_ stillDiffers: @escaping (Program) -> Bool) {
        self.stillDiffers = stillDiffers
    }

    package func shrunk(_ program: Program) -> Program {
        var program = program
        var size = max(1, program.steps.count / 2)
        while true {
            var wasShortened = false
            var start = 0
            while start < program.steps.count {
                var shorter = program
                let end = min(start + size, program.steps.count)
                shorter.steps.removeSubrange(start..<end)
                if stillDiffers(shorter) {
                    program = shorter
                    wasShortened = true
                } else {
                    start = end
                }
            }
            if size == 1 && !wasShortened { return program }
            size = max(1, size / 2)
        }
    }
}
