#include "CGnuplot.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <new>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gnuplot-iostream.h>

extern char **environ;

namespace {

/// Holds SIGPIPE back from the calling thread, and takes away the one that writing raised.
///
/// The process may have a handler of its own for it; that one never hears of our pipe.
class PipeSignalHeld {
public:
    PipeSignalHeld() {
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        wasPending = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe, &previous);
    }

    ~PipeSignalHeld() {
        if (!wasPending) {
            const struct timespec now = {0, 0};
            while (sigtimedwait(&pipe, nullptr, &now) == -1 && errno == EINTR) {}
        }
        pthread_sigmask(SIG_SETMASK, &previous, nullptr);
    }

    PipeSignalHeld(const PipeSignalHeld &) = delete;
    PipeSignalHeld &operator=(const PipeSignalHeld &) = delete;

private:
    sigset_t pipe;
    sigset_t previous;
    bool wasPending;
};

/// The environment without what would let a user's settings into the charts.
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

}  // namespace

struct cgnuplot {
    std::unique_ptr<Gnuplot> stream;
    pid_t child = 0;
    /// What gnuplot prints, in a file that has no name.
    FILE *output = nullptr;
};

namespace {

/// Spawns `program` with `input` as its standard input and `output` as its other two.
///
/// The library's own way, popen, would put a shell between, which says neither whether the program
/// exists nor how it ended.
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
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    // `-d` reads no ~/.gnuplot and no gnuplotrc.
    char *arguments[] = {const_cast<char *>(program), const_cast<char *>("-d"), nullptr};
    std::vector<char *> environment = neutralEnvironment();
    const int error =
        posix_spawnp(child, program, &actions, &attributes, arguments, environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/// Reads the beginning of `file` as text with a zero at its end.
void copyText(FILE *file, char *text, size_t capacity) {
    if (capacity == 0) {
        return;
    }
    std::rewind(file);
    const size_t length = std::fread(text, 1, capacity - 1, file);
    text[length] = 0;
}

}  // namespace

int cgnuplot_open(const char *program, const char *folder, cgnuplot **opened) {
    *opened = nullptr;
    // posix_spawn reports a folder that is missing as it reports a program that is missing.
    if (access(folder, X_OK) != 0) {
        return CGNUPLOT_NOT_STARTED;
    }
    std::unique_ptr<cgnuplot> gnuplot(new (std::nothrow) cgnuplot());
    int ends[2];
    // Close-on-exec, or a child that another thread spawns keeps the pipe open and gnuplot waiting.
    if (!gnuplot || pipe2(ends, O_CLOEXEC) != 0) {
        return CGNUPLOT_NOT_STARTED;
    }
    gnuplot->output = std::tmpfile();
    int error = gnuplot->output == nullptr ? errno : 0;
    if (error == 0) {
        fcntl(fileno(gnuplot->output), F_SETFD, FD_CLOEXEC);
        error = spawn(program, folder, ends[0], fileno(gnuplot->output), &gnuplot->child);
    }
    close(ends[0]);
    FILE *commands = error == 0 ? fdopen(ends[1], "w") : nullptr;
    if (commands == nullptr) {
        close(ends[1]);
        if (gnuplot->output != nullptr) {
            std::fclose(gnuplot->output);
        }
        if (error == 0) {
            // The program runs, and ends at the end of its input.
            waitpid(gnuplot->child, nullptr, 0);
        }
        return error == ENOENT ? CGNUPLOT_NOT_FOUND : CGNUPLOT_NOT_STARTED;
    }
    try {
        gnuplot->stream.reset(new Gnuplot(commands));
    } catch (...) {
        std::fclose(commands);
        std::fclose(gnuplot->output);
        waitpid(gnuplot->child, nullptr, 0);
        return CGNUPLOT_NOT_STARTED;
    }
    *opened = gnuplot.release();
    return CGNUPLOT_OK;
}

int cgnuplot_send(cgnuplot *gnuplot, const char *commands, size_t length) {
    PipeSignalHeld held;
    try {
        gnuplot->stream->write(commands, static_cast<std::streamsize>(length));
        gnuplot->stream->flush();
        return gnuplot->stream->good() ? CGNUPLOT_OK : CGNUPLOT_ENDED;
    } catch (...) {
        return CGNUPLOT_ENDED;
    }
}

int cgnuplot_close(cgnuplot *gnuplot, char *message, size_t capacity) {
    std::unique_ptr<cgnuplot> closing(gnuplot);
    {
        PipeSignalHeld held;
        // Flushes and closes the pipe: the end of gnuplot's input.
        closing->stream.reset();
    }
    int status = 0;
    pid_t ended;
    do {
        ended = waitpid(closing->child, &status, 0);
    } while (ended == -1 && errno == EINTR);
    copyText(closing->output, message, capacity);
    std::fclose(closing->output);
    const bool isGood = ended == closing->child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return isGood ? CGNUPLOT_OK : CGNUPLOT_FAILED;
}
