import { LxdError } from '../../../protocols/lxd/errors.ts'
import { pause } from '../../../shared/abort.ts'

/** Longer than LXD takes to clear up after a container that it has cut off, also on a slow node. */
const MOST_MS = 30_000
const AGAIN_MS = 200

/**
 * Asks LXD for something that it refuses while it stops the container: after a forced stop it answers that this is over, and is busy with
 * its end for a moment more.
 * @throws what `ask` throws, "busy" when it still is after half a minute, the signal's reason
 */
export async function whenStopped<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const until = Date.now() + MOST_MS; ; await pause(AGAIN_MS, signal))
    try {
      return await ask()
    } catch (error) {
      if (!isStopping(error) || Date.now() >= until) throw error
    }
}

const isStopping = (error: unknown) =>
  error instanceof LxdError && /busy running an? "?stop"? operation/i.test(error.message)
