/*
 * What the thread sanitizer needs to be told about Swift's Mutex.
 *
 * A contended `Synchronization.Mutex` waits and wakes inside libswiftSynchronization.so, which is
 * not built for the sanitizer: it sees the two threads' accesses and not what orders them, and
 * reports a race in code that has none (tried with Swift 6.3.1: 8 false reports in a program of ten
 * lines, none with this, and a planted race is still found).
 *
 * There is nothing to call. Under `--sanitize=thread` the object file defines the two functions
 * that the inlined fast path leaves to the library, tells the sanitizer what they order, and calls
 * the library's own. In every other build it is empty. It is C because only C can define a symbol
 * of another module and find the one behind it.
 */
#ifndef CTHREADSANITIZER_H
#define CTHREADSANITIZER_H
#endif
