import { randomBytes } from 'node:crypto'
import { serveNbd } from '../../../protocols/nbd/server.ts'
import type { NbdSource } from '../../../protocols/nbd/source.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'

/** Offers a disk of the panel at a socket of the node, which only root can connect to at first. */
export async function serveToNode(
  ssh: SshConnection,
  source: NbdSource,
  signal: AbortSignal,
): Promise<{ socket: string; close(): Promise<void> }> {
  const socket = `/var/tmp/datahall-disk.${randomBytes(8).toString('hex')}`
  const over = new AbortController()
  const listening = await ssh.listenUnix(socket, (stream) => void serveNbd(stream, 'disk', source, over.signal), signal)
  return {
    socket,
    async close() {
      over.abort(new Error('The disk is not served any more'))
      await listening.close()
    },
  }
}
