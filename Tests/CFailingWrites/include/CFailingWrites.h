#ifndef CFAILINGWRITES_H
#define CFAILINGWRITES_H

/// A library that is loaded before the C library (LD_PRELOAD) and has one of a process's own calls
/// fail that change files below a folder: as a disk fails, at any moment that a test chooses.
///
/// Why Swift cannot do it: the command is to be the built one, with Foundation's calls in it, and
/// these go to the C library's symbols.
///
/// It reads, and takes out of the environment, so that children are spared:
///
/// - `LAB_FAIL_FOLDER`: the folder, with symbolic links resolved;
/// - `LAB_FAIL_AT`: the number of the call that fails, from 1; 0 for none;
/// - `LAB_FAIL_HOW`: `once` (EIO), `full` (ENOSPC, from that call on for every call that takes
///   space), or `kill` (SIGKILL in place of the call);
/// - `LAB_FAIL_COUNT`: a file outside of the folder that gets the number of calls at the exit.
///
/// Calls are numbered in the order of the process: open to write, write, fsync, rename, mkdir. One
/// that fails by itself has no number.

#endif
