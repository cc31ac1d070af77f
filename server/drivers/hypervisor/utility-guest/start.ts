import { once } from 'node:events'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { RunningProgram, SshConnection } from '../../../protocols/ssh/connection.ts'
import { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { abortError, unlessAborted } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { findEmulator } from '../kvm/accelerator.ts'
import { failed } from '../linux/failed.ts'
import { ensureDirectories } from '../linux/files.ts'
import { putImage } from '../linux/images.ts'
import { nodePath } from '../linux/paths.ts'
import type { UtilityBoot, UtilityDisk } from '../utility-types.ts'
import { asGuestError } from './messages.ts'
import { serveToNode } from './serve.ts'

/** A loaded node without KVM takes a while. */
const READY_MS = 120_000
const STARTED_MS = 20_000
const CHANGED = 4

/**
 * Runs QEMU as long as its input is open, so that nothing stays when the panel or the connection is gone. Words: emulator, accelerator, kernel, its
 * checksum, initial RAM disk, its checksum, `read`, `write` or `served`, the disk's format, and its path or the socket that serves it.
 *
 * It gives the disk to QEMU as an open file, because it is QEMU's unprivileged user who runs it. What is read is below a throw-away
 * overlay, which a replayed journal cannot fill beyond 4 GiB.
 */
const RUN = `umask 077
exec 3<&0 </dev/null
emulator=$1 accelerator=$2 kernel=$3 kernel_sum=$4 initrd=$5 initrd_sum=$6 access=$7 format=$8 disk=$9 pid=
printf '%s  %s\\n' "$kernel_sum" "$kernel" "$initrd_sum" "$initrd" | sha256sum --check --status || exit ${CHANGED}
user=nobody
for name in qemu libvirt-qemu; do id -u "$name" >/dev/null 2>&1 && user=$name; done
run=$(mktemp -d /var/tmp/datahall-guest.XXXXXXXXXX) || exit 1
chmod 711 "$run"
mkdir -m 700 "$run/own" || exit 1
chown "$user" "$run/own"
socket=$run/own/guest.sock
end() {
  [ -n "$pid" ] && kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null
  rm -rf "$run"
}
# Also when a disk cannot be opened, which ends the shell at once.
trap end EXIT
case $access in
  read) exec 5<"$disk" || exit 1 ;;
  write) exec 5<>"$disk" 6<"$disk" || exit 1 ;;
  served) chown "$user" "$disk" || exit 1 ;;
esac
set -- -nodefaults -no-user-config -machine "pc,accel=$accelerator" -cpu max -m 256 -nic none -display none -serial none -monitor none \\
  -no-reboot -sandbox on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny \\
  -kernel "$kernel" -initrd "$initrd" -append 'quiet panic=-1 mitigations=off' \\
  -device virtio-serial-pci -chardev "socket,id=panel,path=$socket,server=on,wait=off" \\
  -device virtserialport,chardev=panel,name=datahall -device virtio-blk-pci,drive=disk
case $access in
  read) set -- "$@" -add-fd fd=5,set=1 -drive "if=none,id=disk,file=/dev/fdset/1,format=$format,snapshot=on" ;;
  write) set -- "$@" -add-fd fd=5,set=1 -add-fd fd=6,set=1 -drive "if=none,id=disk,file=/dev/fdset/1,format=$format,discard=unmap" ;;
  served) set -- "$@" -drive "if=none,id=disk,driver=raw,file.driver=nbd,file.server.type=unix,file.server.path=$disk,file.export=disk,snapshot=on" ;;
esac
(
  [ "$access" = write ] || ulimit -f 8388608
  cd "$run/own" || exit 1
  TMPDIR=$run/own exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups --pdeathsig KILL -- "$emulator" "$@" 3<&- >/dev/null
) &
pid=$!
while [ ! -S "$socket" ]; do
  kill -0 "$pid" 2>/dev/null || { pid=; exit 1; }
  sleep 0.02
done
echo "$socket"
cat <&3 >/dev/null 2>&1 &
input=$!
while kill -0 "$input" 2>/dev/null && kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
kill "$input" 2>/dev/null
exit 0`

/** A guest that runs, and how it ends. */
export type Started = { guest: UtilityGuest; end(): Promise<void> }

/** Brings what is missing to the node, starts a utility guest with a disk, and waits until it answers. */
export async function startUtilityGuest(
  ssh: SshConnection,
  boot: UtilityBoot,
  disk: UtilityDisk,
  signal: AbortSignal,
): Promise<Started> {
  const emulator = await findEmulator(ssh, signal)
  const files = await bring(ssh, boot, signal)
  const served = 'source' in disk ? await serveToNode(ssh, disk.source, signal) : null
  try {
    const words =
      'source' in disk ? ['served', 'raw', served?.socket ?? ''] : [disk.access, disk.format, nodePath(disk.path)]
    const { program, socket } = await run(ssh, [emulator, boot.accelerator, ...files, ...words], signal)
    const end = async () => {
      program.stream.end()
      await program.exited
      await served?.close()
    }
    try {
      const guest = await UtilityGuest.open(await ssh.openUnix(socket, signal), READY_MS, signal)
      void guest.closed.then(end)
      return {
        guest,
        async end() {
          guest.close()
          await end()
        },
      }
    } catch (error) {
      await end()
      throw asGuestError(error)
    }
  } catch (error) {
    await served?.close()
    throw error
  }
}

/** Paths and checksums in the order of the script. */
async function bring(ssh: SshConnection, boot: UtilityBoot, signal: AbortSignal): Promise<string[]> {
  const { kernel, initrd } = await boot.files(signal)
  await ensureDirectories(ssh, [boot.folder], signal)
  const words: string[] = []
  for (const [name, file] of [
    ['kernel', kernel],
    ['initrd', initrd],
  ] as const) {
    const path = `${boot.folder.replace(/\/$/, '')}/utility-${file.sha256}.${name}`
    await putImage(ssh, { ...file, path, holds: { kind: 'own' } }, () => {}, signal)
    words.push(path, file.sha256)
  }
  return words
}

async function run(
  ssh: SshConnection,
  words: readonly string[],
  signal: AbortSignal,
): Promise<{ program: RunningProgram; socket: string }> {
  const program = await ssh.spawn(['sh', '-c', RUN, 'sh', ...words], signal)
  const { stream, exited } = program
  let stderr = ''
  program.stderr.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('utf8')).slice(0, 4096)
  })
  stream.on('error', () => {})
  const either = AbortSignal.any([signal, AbortSignal.timeout(STARTED_MS)])
  try {
    const said = once(stream, 'data').then(([data]: Buffer[]) => ({ socket: String(data).trim() }))
    const first = await unlessAborted(Promise.race([said, exited]), either)
    if ('socket' in first && /^\/var\/tmp\/datahall-guest\.[A-Za-z0-9]{10}\/own\/guest\.sock$/.test(first.socket))
      return { program, socket: first.socket }
    if ('code' in first && first.code === CHANGED)
      throw deviceRejected(
        msg`A file of the helper guest on the node has changed: delete utility-*.kernel and utility-*.initrd there, they are brought anew`,
      )
    stream.end()
    const end = await unlessAborted(exited, either)
    throw failed('qemu', { ...end, stderr, stdout: '' })
  } catch (error) {
    stream.destroy()
    if (signal.aborted) throw abortError(signal)
    if (either.aborted)
      throw deviceRejected(msg`The helper guest did not start on the node in time: ${cleanMessage(stderr)}`, {
        cause: error,
      })
    throw error
  }
}
