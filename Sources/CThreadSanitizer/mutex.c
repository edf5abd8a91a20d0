#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include "CThreadSanitizer.h"

#include <dlfcn.h>
#include <stdint.h>

/* Of the sanitizer's runtime: what happened before the release is seen after the acquire. */
void __tsan_acquire(void *address);
void __tsan_release(void *address);

/* Synchronization._MutexHandle._lockSlow(Swift.UInt32) and ._unlockSlow(). */
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT_SELF __attribute__((swift_context))
#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*lab_lock_function)(uint32_t thread, SWIFT_SELF void *handle);
typedef SWIFT_CALL void (*lab_unlock_function)(SWIFT_SELF void *handle);

SWIFT_CALL void lab_mutex_lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_CALL void lab_mutex_unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

/* Finds the library's function once. Two threads that look at once find the same one. */
static void *lab_original(void **found, const char *name) {
    void *original = __atomic_load_n(found, __ATOMIC_ACQUIRE);
    if (!original) {
        original = dlsym(RTLD_NEXT, name);
        __atomic_store_n(found, original, __ATOMIC_RELEASE);
    }
    return original;
}

SWIFT_CALL void lab_mutex_lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
    static void *found;
    ((lab_lock_function)lab_original(&found, LOCK_SLOW))(thread, handle);
    __tsan_acquire(handle);
}

SWIFT_CALL void lab_mutex_unlock_slow(SWIFT_SELF void *handle) {
    static void *found;
    __tsan_release(handle);
    ((lab_unlock_function)lab_original(&found, UNLOCK_SLOW))(handle);
}

#endif
#endif

/* ISO C wants a declaration in every file. */
typedef int lab_thread_sanitizer_is_told;
