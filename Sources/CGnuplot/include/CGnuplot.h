#ifndef CGNUPLOT_H
#define CGNUPLOT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A door to gnuplot, through the C++ library gnuplot-iostream (Debian: libgnuplot-iostream-dev).
///
/// Why Swift cannot do it: gnuplot-iostream is one header of C++ templates, and its `Gnuplot` is a
/// stream class of Boost's. Importing it would force C++ interoperability on every target that
/// imports this one. And a program that may hang or print without end takes `poll` and `waitpid` in
/// turn, on one thread.
///
/// Swift decides the commands, the time limit, and the reaction to a failure.

/// How a gnuplot ended.
enum cgnuplot_code {
    CGNUPLOT_OK = 0,
    /// The PATH has no such program.
    CGNUPLOT_NOT_FOUND = 1,
    /// The program is there and could not be started: no memory, no descriptors, not executable.
    CGNUPLOT_NOT_STARTED = 2,
    /// gnuplot ended with an error, or by a signal; the message has its words.
    CGNUPLOT_FAILED = 3,
    /// It had not ended in its time, and was killed.
    CGNUPLOT_OVERDUE = 4,
    /// The caller wanted it to end, and it was killed.
    CGNUPLOT_CANCELLED = 5,
};

/// Whether a gnuplot is to end at once: not 0 for yes.
typedef int (*cgnuplot_question)(void *context);

/// Runs commands in a gnuplot of their own and waits until it has ended, at most for a time.
///
/// The program is looked up on the PATH and started without a shell, in the given folder, with no
/// window and no configuration file of the user's, so that the same commands draw the same bytes.
/// Its output does not reach this process's output. No process of its group is left.
///
/// - Parameters:
///   - program: the program's name, `gnuplot`, or its path.
///   - folder: the folder that it runs in, against which the commands' file names are resolved.
///   - commands: bytes, whole lines each with its newline; need not end with a zero.
///   - length: the number of bytes.
///   - limit_milliseconds: the time after which it is killed.
///   - is_cancelled: asked some fifty times a second, on the calling thread.
///   - context: handed to `is_cancelled`.
///   - message: receives the beginning of gnuplot's output, with a zero at its end.
///   - capacity: the size of `message` in bytes; 1 or more.
/// - Returns: one of `cgnuplot_code`.
int cgnuplot_run(
    const char *program, const char *folder, const char *commands, size_t length,
    int64_t limit_milliseconds, cgnuplot_question is_cancelled, void *context, char *message,
    size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
