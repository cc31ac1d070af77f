/** A signal for what a test awaits of a device: only what hangs runs into it, for a busy computer may be slow. */
export const soon = (): AbortSignal => AbortSignal.timeout(300_000)
