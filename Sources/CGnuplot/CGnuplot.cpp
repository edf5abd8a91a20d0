#include "CGnuplot.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gnuplot-iostream.h>

extern char **environ;

namespace {

/// The environment without the variables that would let a user's settings into the charts.
///
/// GNUTERM would choose a terminal that may ask for a display.
std::vector<char *> neutralEnvironment() {
    std::vector<char *> variables;
    for (char **variable = environ; variable != nullptr && *variable != nullptr; variable++) {
        const std::string text(*variable);
        if (text.rfind("GNUTERM=", 0) != 0 && text.rfind("DISPLAY=", 0) != 0) {
            variables.push_back(*variable);
        }
    }
    variables.push_back(nullptr);
    return variables;
}

/// A descriptor that is closed at the end of its block.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number(number) {}
    ~Descriptor() { reset(); }

    void reset() {
        if (number >= 0) {
            close(number);
        }
        number = -1;
    }

    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int number;
};

/// The commands in a file in memory, to be read from its beginning; -1 if memory is exhausted.
///
/// A pipe would hold this process up as soon as gnuplot stops reading.
int commandFile(const char *commands, size_t length) {
    const int file = memfd_create("gnuplot", MFD_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    // The stream closes its descriptor; the original is the child's input.
    const int copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
    FILE *stream = copy < 0 ? nullptr : fdopen(copy, "w");
    bool isWritten = false;
    if (stream != nullptr) {
        try {
            // Takes the stream over, and closes it.
            Gnuplot gnuplot(stream);
            gnuplot.write(commands, static_cast<std::streamsize>(length));
            gnuplot.flush();
            isWritten = gnuplot.good();
        } catch (...) {
        }
    } else if (copy >= 0) {
        close(copy);
    }
    if (!isWritten || lseek(file, 0, SEEK_SET) != 0) {
        close(file);
        return -1;
    }
    return file;
}

/// Spawns `program` with `input` as its standard input and `output` as its other two, in a process
/// group of its own, so that a Ctrl-C of the terminal reaches this process alone.
///
/// The library's own way, popen, would put a shell between, which reports neither whether the
/// program exists nor how it ended.
int spawn(const char *program, const char *folder, int input, int output, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

    // `-d` reads no ~/.gnuplot and no gnuplotrc.
    char *arguments[] = {const_cast<char *>(program), const_cast<char *>("-d"), nullptr};
    std::vector<char *> environment = neutralEnvironment();
    const int error =
        posix_spawnp(child, program, &actions, &attributes, arguments, environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int64_t monotonicMilliseconds() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

/// The output of gnuplot: the beginning is kept, the rest is read and forgotten, so that a gnuplot
/// that prints without end never waits for its reader.
class Words {
public:
    Words(int pipe, char *text, size_t capacity) : pipe(pipe), text(text), capacity(capacity) {
        text[0] = 0;
    }

    /// Waits for output for a while, and takes the available bytes.
    void wait(int milliseconds) {
        if (hasEnded) {
            poll(nullptr, 0, milliseconds);
            return;
        }
        struct pollfd waited = {pipe, POLLIN, 0};
        if (poll(&waited, 1, milliseconds) > 0) {
            take();
        }
    }

    /// Takes the bytes in the pipe, at most a pipe full.
    void take() {
        char chunk[4096];
        for (int count = 0; count < 16 && !hasEnded; count++) {
            const ssize_t got = read(pipe, chunk, sizeof chunk);
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got <= 0) {
                hasEnded = got == 0;
                return;
            }
            const size_t kept = std::min(static_cast<size_t>(got), capacity - 1 - length);
            memcpy(text + length, chunk, kept);
            length += kept;
            text[length] = 0;
        }
    }

private:
    const int pipe;
    char *const text;
    const size_t capacity;
    size_t length = 0;
    bool hasEnded = false;
};

/// How often the end of gnuplot, the limit and the interruption are looked for. A gnuplot that ends
/// closes its output, which is noticed at once.
const int lookMilliseconds = 20;

}  // namespace

int cgnuplot_run(
    const char *program, const char *folder, const char *commands, size_t length,
    int64_t limit_milliseconds, cgnuplot_question is_cancelled, void *context, char *message,
    size_t capacity) {
    message[0] = 0;
    // posix_spawn reports a folder that is missing as it reports a program that is missing.
    if (access(folder, X_OK) != 0) {
        return CGNUPLOT_NOT_STARTED;
    }
    Descriptor input(commandFile(commands, length));
    int ends[2];
    // Close-on-exec, or a child that another thread spawns keeps the pipe open.
    if (input.number < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        return CGNUPLOT_NOT_STARTED;
    }
    Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    // `take` reads until the pipe is empty, and must not wait for more.
    fcntl(reading.number, F_SETFL, O_NONBLOCK);
    pid_t child = 0;
    const int error = spawn(program, folder, input.number, writing.number, &child);
    if (error != 0) {
        return error == ENOENT ? CGNUPLOT_NOT_FOUND : CGNUPLOT_NOT_STARTED;
    }
    writing.reset();

    Words words(reading.number, message, capacity);
    const int64_t deadline = monotonicMilliseconds() + limit_milliseconds;
    int code = CGNUPLOT_OK;
    bool hasEnded = false;
    while (!hasEnded && code == CGNUPLOT_OK) {
        words.wait(lookMilliseconds);
        siginfo_t end = {};
        // Not reaped yet: until then no other process group can have its number.
        const int found = waitid(P_PID, child, &end, WEXITED | WNOHANG | WNOWAIT);
        hasEnded = (found == 0 && end.si_pid == child) || (found < 0 && errno != EINTR);
        if (hasEnded) {
            break;
        }
        if (is_cancelled(context)) {
            code = CGNUPLOT_CANCELLED;
        } else if (monotonicMilliseconds() >= deadline) {
            code = CGNUPLOT_OVERDUE;
        }
    }
    // Processes that gnuplot has started are killed, too.
    kill(-child, SIGKILL);
    int status = 0;
    pid_t ended;
    do {
        ended = waitpid(child, &status, 0);
    } while (ended < 0 && errno == EINTR);
    if (code != CGNUPLOT_OK) {
        return code;
    }
    words.take();
    const bool isGood = ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return isGood ? CGNUPLOT_OK : CGNUPLOT_FAILED;
}
