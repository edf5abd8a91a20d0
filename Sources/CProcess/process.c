#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int cprocess_die_with_parent(int32_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    // An orphan has another parent by now, and will get no signal.
    if (getppid() != parent) raise(SIGKILL);
    return 0;
}

int cprocess_signal(int32_t descriptor, int32_t signal) {
    // The system call, because the C library has its wrapper only since 2.36.
    return syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0) == 0 ? 0 : errno;
}

int64_t cprocess_peak_memory(void) {
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    // The line stands in the first few hundred bytes; the file is about 1.5 KB.
    char text[4096];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return 0;
    text[length] = 0;
    const char *line = strstr(text, "VmHWM:");
    // "VmHWM:	   12345 kB", where kB means 1,024 bytes.
    return line ? (int64_t)strtoll(line + 6, NULL, 10) * 1024 : 0;
}
