import { randomBytes } from 'node:crypto'
import { serveNbd } from '../../../../protocols/nbd/server.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { failed } from '../../linux/failed.ts'
import { nodePath } from '../../linux/paths.ts'
import type { ServedVolume } from '../../served-types.ts'
import { SERVED, SERVED_NAME, SOCKETS, servedKey, servedSocket } from './address.ts'

const CLOSE_MS = 15_000

/** Folders, and none of the sockets that a process that is gone has left: sshd does not remove them. Words: keys. */
const PREPARE = `for d in /run/datahall ${SERVED} ${SOCKETS}; do mkdir -p "$d" && chmod 0711 "$d" || exit 1; done
for key in "$@"; do rm -f "${SOCKETS}/$key"-* || exit 1; done`

/** Gives a socket to QEMU's user, and has the name that volumes know lead to it, in one step. Words: key, socket. */
const TAKE_OVER = `user=root
for name in qemu libvirt-qemu; do id -u "$name" >/dev/null 2>&1 && user=$name; done
chown "$user" "$2" && ln -s "$2" "$2.new" && mv -T "$2.new" "${SERVED}/$1.sock"`

/** Unless another process has taken over. Words: key, socket. */
const LEAVE = `[ "$(readlink "${SERVED}/$1.sock")" != "$2" ] || rm -f "${SERVED}/$1.sock"`

/** See `ServedVolumes.serveVolumes`. */
export async function serveVolumes(
  ssh: SshConnection,
  internalName: string,
  volumes: readonly ServedVolume[],
  signal: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  const over = new AbortController()
  const open: { key: string; socket: string; close(): Promise<void> }[] = []
  const close = async () => {
    over.abort(new Error('The disk is not served any more'))
    const soon = AbortSignal.timeout(CLOSE_MS)
    for (const one of open) {
      await ssh.exec(['sh', '-c', LEAVE, 'sh', one.key, one.socket], { signal: soon }).catch(() => {})
      await one.close()
    }
  }
  try {
    const keys = volumes.map(({ path }) => servedKey(nodePath(path)))
    await run(ssh, PREPARE, keys, signal)
    for (const [n, { path, source }] of volumes.entries()) {
      const key = keys[n] ?? ''
      const socket = servedSocket(internalName, nodePath(path), randomBytes(6).toString('hex'))
      const listening = await ssh.listenUnix(
        socket,
        (stream) => void serveNbd(stream, SERVED_NAME, source, over.signal),
        signal,
      )
      open.push({ key, socket, close: () => listening.close() })
      await run(ssh, TAKE_OVER, [key, socket], signal)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

async function run(ssh: SshConnection, script: string, words: readonly string[], signal: AbortSignal): Promise<void> {
  const ended = await ssh.exec(['sh', '-c', script, 'sh', ...words], { signal })
  if (ended.code !== 0) throw failed('sh', ended)
}
