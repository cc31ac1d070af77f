import type { Duplex } from 'node:stream'
import { deviceRejected, deviceUnreachable } from '../../../../domain/shared/errors.ts'
import { NbdClient } from '../../../../protocols/nbd/client.ts'
import { NbdError } from '../../../../protocols/nbd/errors.ts'
import { ALLOCATION, bitmapContext } from '../../../../protocols/nbd/regions.ts'
import { msg } from '../../../../shared/text.ts'
import { plainText } from '../../linux/messages.ts'

/** Connections to disks that end with their export. */
export class Opened {
  readonly #clients = new Set<NbdClient>()

  /** @param bitmap of changes, null for all */
  async open(stream: Duplex, name: string, bitmap: string | null, signal: AbortSignal): Promise<NbdClient> {
    try {
      const contexts = [ALLOCATION, ...(bitmap === null ? [] : [bitmapContext(bitmap)])]
      const client = await NbdClient.open(stream, { name, contexts, signal })
      this.#clients.add(client)
      client.closed.then(() => this.#clients.delete(client))
      return client
    } catch (error) {
      throw asDiskError(error)
    }
  }

  close(): void {
    for (const client of [...this.#clients]) client.close()
  }
}

/** Failures of the protocol in words for people; everything else is returned as it is. */
export function asDiskError(error: unknown): unknown {
  if (!(error instanceof NbdError)) return error
  const gone = error.kind === 'closed' || error.kind === 'timeout'
  return (gone ? deviceUnreachable : deviceRejected)(msg`The disk cannot be read on the node: ${plainText(error)}`, {
    cause: error,
  })
}
