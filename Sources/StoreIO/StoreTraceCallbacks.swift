import CTracingVFS
import Execution

/// The door by which a trace's C side calls an environment.
enum StoreTraceCallbacks {
    /// What a `context` points to: an existential is no single pointer.
    private final class Box: Sendable {
        let environment: any StoreTraceEnvironment

        init(_ environment: any StoreTraceEnvironment) { self.environment = environment }
    }

    /// Callbacks that keep the environment until `release` is called.
    static func over(_ environment: any StoreTraceEnvironment) -> ctracing_environment {
        var callbacks = ctracing_environment()
        callbacks.context = Unmanaged.passRetained(Box(environment)).toOpaque()
        callbacks.now = { StoreTraceCallbacks.environment($0).now.nanoseconds }
        callbacks.will_call = { context, call, file, bytes in
            StoreTraceCallbacks.environment(context).willCall(
                StoreCall(call), StoreFile(file), bytes: Int(bytes))
        }
        callbacks.did_call = { context, call, file, bytes in
            StoreTraceCallbacks.environment(context).didCall(
                StoreCall(call), StoreFile(file), bytes: Int(bytes))
        }
        callbacks.will_lock_wal_index = { StoreTraceCallbacks.environment($0).willLockWALIndex() }
        callbacks.release = { Unmanaged<Box>.fromOpaque($0!).release() }
        return callbacks
    }

    private static func environment(
        _ context: UnsafeMutableRawPointer?
    ) -> any StoreTraceEnvironment {
        Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue().environment
    }
}
