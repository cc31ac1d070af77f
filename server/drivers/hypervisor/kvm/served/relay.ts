import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { failed } from '../../linux/failed.ts'
import { nodePath } from '../../linux/paths.ts'
import { SERVED, SERVED_NAME, servedKey, servedSocket } from './address.ts'

/** How long a read waits for the next worker, in seconds. */
const PATIENCE_S = 7 * 86_400

/** Whether the relay of `$at` runs, as `$pid`: a number alone could be another process by now. */
const RUNS = `at="${SERVED}/$1"
pid=$(cat "$at.pid" 2>/dev/null)
runs() { [ -n "$pid" ] && tr '\\0' '\\n' < "/proc/$pid/cmdline" 2>/dev/null | grep -qxF -e "--pid-file=$at.pid"; }
`

/** Words: key, socket. What little is read must not be ended by a node that is short of memory. */
const START = `${RUNS}runs && exit 0
user=root
for name in qemu libvirt-qemu; do id -u "$name" >/dev/null 2>&1 && user=$name; done
umask 077
rm -f "$2"
from="driver=raw,file.driver=nbd,file.server.type=unix,file.server.path=$at.up"
qemu-nbd --fork "--pid-file=$at.pid" "--socket=$2" --export-name=${SERVED_NAME} --read-only --shared=0 \\
  --image-opts "$from,file.export=${SERVED_NAME},file.reconnect-delay=${PATIENCE_S}" </dev/null || { rm -f "$2" "$at.pid"; exit 1; }
chown "$user" "$2" && ln -s "$2" "$at.new" && mv -T "$at.new" "$at.sock" || exit 1
echo -900 > "/proc/$(cat "$at.pid")/oom_score_adj" || true`

/** Words: key, socket. */
const END = `${RUNS}runs && kill -9 "$pid"
rm -f "$at.pid" "$at.sock" "$2"`

/**
 * Between QEMU and the panel stands a process of the node, `qemu-nbd`, so that QEMU's own connection never breaks. When that breaks while a
 * volume is pulled, QEMU (7.2.22) takes the map of what is allocated, which it cannot get, for the end of the disk (`cor_co_preadv_part` of block/copy-on-read.c): the
 * guest reads zeros without an error. Without a map it fails instead, and ends when the pull does. `qemu-nbd` waits for the next worker, and so does the guest. It ends by itself with its last client.
 *
 * Starts it unless it runs. Something must be served behind it.
 */
export const startRelay = (ssh: SshConnection, internalName: string, path: string, signal: AbortSignal) =>
  run(ssh, 'qemu-nbd', START, internalName, path, signal)

/** Only when no domain reads from it: the volume stands alone, or the domain is off. Repeatable. */
export const endRelay = (ssh: SshConnection, internalName: string, path: string, signal: AbortSignal) =>
  run(ssh, 'sh', END, internalName, path, signal)

async function run(
  ssh: SshConnection,
  program: string,
  script: string,
  internalName: string,
  volume: string,
  signal: AbortSignal,
) {
  const path = nodePath(volume)
  const words = [servedKey(path), servedSocket(internalName, path)]
  const ended = await ssh.exec(['sh', '-c', script, 'sh', ...words], { signal })
  if (ended.code !== 0) throw failed(program, ended)
}
