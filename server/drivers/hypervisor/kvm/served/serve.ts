import { randomBytes } from 'node:crypto'
import { serveNbd } from '../../../../protocols/nbd/server.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { failed } from '../../linux/failed.ts'
import { nodePath } from '../../linux/paths.ts'
import type { ServedVolume } from '../../served-types.ts'
import { SERVED, SERVED_NAME, SOCKETS, servedKey } from './address.ts'
import { endRelay, startRelay } from './relay.ts'

const CLOSE_MS = 15_000
/** No map of what is allocated: see `startRelay`. Zeros are not sent all the same. */
const OFFERED: readonly string[] = []

/** Folders, and none of the sockets that a process that is gone has left: sshd does not remove them. Words: keys. */
const PREPARE = `for d in /run/datahall ${SERVED} ${SOCKETS}; do mkdir -p "$d" && chmod 0711 "$d" || exit 1; done
for key in "$@"; do rm -f "${SERVED}/$key"-* || exit 1; done`

/**
 * Has the name that the relay knows lead to a socket of ours, in one step. A panel whose host is gone without a word still holds its connection to the node, and the
 * relay would wait there: that connection is ended. Words: key, socket.
 */
const TAKE_OVER = `at="${SERVED}/$1"
of() { awk '{ sub(/.*\\) /, ""); print $20 }' "/proc/$1/stat" 2>/dev/null; }
own=$PPID
while case $(cat "/proc/$own/comm") in sshd*) false ;; *) [ "$own" -gt 1 ] ;; esac; do
  own=$(awk '{ sub(/.*\\) /, ""); print $2 }' "/proc/$own/stat")
done
read -r holder since 2>/dev/null < "$at.holder" && [ "$holder" != "$own" ] && [ "$(of "$holder")" = "$since" ] && kill "$holder"
echo "$own $(of "$own")" > "$at.holder" && ln -s "$2" "$at.next" && mv -T "$at.next" "$at.up"`

/** Unless another process has taken over. Words: key, socket. */
const LEAVE = `at="${SERVED}/$1"
[ "$(readlink "$at.up")" != "$2" ] || rm -f "$at.up" "$at.holder"`

/**
 * See `ServedVolumes.serveVolumes`.
 * @param isOff whether no domain reads from the volumes
 */
export async function serveVolumes(
  ssh: SshConnection,
  internalName: string,
  volumes: readonly ServedVolume[],
  isOff: (signal: AbortSignal) => Promise<boolean>,
  signal: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  const over = new AbortController()
  const open: { path: string; socket: string; close(): Promise<void> }[] = []
  const leave = async ({ path, socket }: (typeof open)[number], soon: AbortSignal) => {
    await run(ssh, LEAVE, [servedKey(path), socket], soon)
    if (await isOff(soon)) await endRelay(ssh, internalName, path, soon)
  }
  const close = async () => {
    over.abort(new Error('The disk is not served any more'))
    const soon = AbortSignal.timeout(CLOSE_MS)
    for (const one of open) {
      await leave(one, soon).catch(() => {})
      await one.close()
    }
  }
  try {
    await run(
      ssh,
      PREPARE,
      volumes.map(({ path }) => servedKey(nodePath(path))),
      signal,
    )
    for (const { path: volume, source } of volumes) {
      const path = nodePath(volume)
      const key = servedKey(path)
      const socket = `${SERVED}/${key}-${randomBytes(6).toString('hex')}`
      const listening = await ssh.listenUnix(
        socket,
        (stream) => void serveNbd(stream, SERVED_NAME, source, over.signal, OFFERED),
        signal,
      )
      open.push({ path, socket, close: () => listening.close() })
      await run(ssh, TAKE_OVER, [key, socket], signal)
      await startRelay(ssh, internalName, path, signal)
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
