import CTracingVFS

extension StoreTrace {
    /// Refuses each part of the log more than so many bytes, as a machine without memory would.
    package func limitLog(toBytes bytes: Int) { ctracing_trace_limit_log(trace, bytes) }
}
