#ifndef CPROGRAMS_H
#define CPROGRAMS_H

/// `posix_spawn` with what glibc declares for GNU sources only: a current folder, and the closing
/// of all other descriptors.

#include <sys/types.h>

/// Starts a program, looked up as a shell does, in a process group of its own: with every signal
/// at its default and let through, an empty standard input, and no descriptor beyond the three.
///
/// @param arguments the arguments from the program's own name on, ended by null.
/// @param variables all variables as `NAME=VALUE`, ended by null.
/// @param folder its current folder.
/// @param output the file that standard output makes or replaces.
/// @param errors the file that standard error makes or replaces.
/// @return 0, or the error number.
int cprograms_start(
    pid_t *process, char *const *arguments, char *const *variables, const char *folder,
    const char *output, const char *errors);

#endif
