import lab

// Synchronous: an `async` main would leave the main thread without its run loop, and the blocks of
// the main queue would run on some other thread.
Lab.start()
