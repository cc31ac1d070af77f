/** A signal for what a test awaits of a device: only what hangs runs into it, for a busy machine may take its time. */
export const soon = (): AbortSignal => AbortSignal.timeout(300_000)
