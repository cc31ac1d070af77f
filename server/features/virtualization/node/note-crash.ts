import { crashCause } from '../../../domain/host/crash-cause.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { log } from '../../../process/log.ts'
import { type Crashed, noteCause } from '../host/reported.ts'

/** So many VMs of a node whose crashes are looked into at once: a node that fails has many. */
const MOST = 20
const TIMEOUT_MS = 10_000

/** Adds what the hypervisor has logged last to the words of a crash that was just seen. A log that cannot be read changes nothing. */
export async function noteCrashes(connection: NodeConnection, crashed: readonly Crashed[], signal: AbortSignal) {
  for (const host of crashed.slice(0, MOST)) {
    try {
      const bound = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const cause = crashCause(await connection.hypervisorLog(host.internal_name, bound))
      if (cause) await noteCause(host, cause)
    } catch (err) {
      signal.throwIfAborted()
      log.warn({ err, host: host.id }, 'the log of a crash could not be read')
    }
  }
}
