#ifndef CGNUPLOT_H
#define CGNUPLOT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A door to gnuplot, through the C++ library gnuplot-iostream (Debian: libgnuplot-iostream-dev).
///
/// Why Swift cannot do it: gnuplot-iostream is one header of C++ templates, and its `Gnuplot` is a
/// stream class of Boost's. Importing it would ask every target that imports this one for C++
/// interoperability. And what is written to a gnuplot that has died raises SIGPIPE, which must be
/// held back in the very thread that writes, and only while it writes.
///
/// What is sent, and what is to be done about a failure, is decided in Swift.

/// Why a call failed. Every call that returns an `int` returns one of these.
enum cgnuplot_code {
    CGNUPLOT_OK = 0,
    /// There is no such program on the PATH.
    CGNUPLOT_NOT_FOUND = 1,
    /// The program is there and could not be started: no memory, no descriptors, not executable.
    CGNUPLOT_NOT_STARTED = 2,
    /// gnuplot ended while it was written to: a command before had an error.
    CGNUPLOT_ENDED = 3,
    /// gnuplot ended with an error, or by a signal; `cgnuplot_close` tells its words.
    CGNUPLOT_FAILED = 4,
};

/// One gnuplot process and the stream of commands to it. Use it on one thread at a time.
typedef struct cgnuplot cgnuplot;

/// Starts a gnuplot.
///
/// The program is looked up on the PATH and started without a shell, in the given folder, with no
/// window and no configuration file of the user's, so that the same commands draw the same bytes.
/// What it prints is kept for `cgnuplot_close`; nothing reaches this process's output.
///
/// - Parameters:
///   - program: the program's name, `gnuplot`, or its path.
///   - folder: the folder that it runs in, against which the commands' file names are resolved.
///   - opened: is set to the new gnuplot on `CGNUPLOT_OK`, and to NULL otherwise.
/// - Returns: `CGNUPLOT_OK`, `CGNUPLOT_NOT_FOUND` or `CGNUPLOT_NOT_STARTED`.
int cgnuplot_open(const char *program, const char *folder, cgnuplot **opened);

/// Sends commands, and waits until the pipe has taken them; they run later.
///
/// - Parameters:
///   - commands: bytes, whole lines each with its newline; need not end with a zero.
///   - length: how many bytes.
/// - Returns: `CGNUPLOT_OK`, or `CGNUPLOT_ENDED`: then `cgnuplot_close` tells why.
int cgnuplot_send(cgnuplot *gnuplot, const char *commands, size_t length);

/// Ends the commands, waits until gnuplot has run them all and ended, and frees `gnuplot`.
///
/// - Parameters:
///   - gnuplot: is invalid afterwards.
///   - message: receives the beginning of what gnuplot printed, with a zero at its end.
///   - capacity: the size of `message` in bytes; 1 or more.
/// - Returns: `CGNUPLOT_OK` if every command succeeded, else `CGNUPLOT_FAILED`.
int cgnuplot_close(cgnuplot *gnuplot, char *message, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
