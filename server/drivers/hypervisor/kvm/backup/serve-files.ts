import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { NbdClient } from '../../../../protocols/nbd/client.ts'
import type { RunningProgram, SshConnection } from '../../../../protocols/ssh/connection.ts'
import { abortError, unlessAborted } from '../../../../shared/abort.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import type { DiskExport, ExportedDisk } from '../../backup-types.ts'
import type { DiskSpec } from '../../domain-types.ts'
import { failed } from '../../linux/failed.ts'
import { qemuName } from '../volume-source.ts'
import { asDiskError } from './opened.ts'

const FOLDER = '/run/datahall/nbd'
const READY_MS = 20_000
const BUSY = 3
/** Name of every export. */
export const EXPORT_NAME = 'disk'

/** An export with where it is served on the node. */
export type ServedExport = Omit<DiskExport, 'disks'> & {
  disks: readonly (ExportedDisk & { socket: string; export_name: string })[]
}

export type FileToServe = Pick<DiskSpec, 'path' | 'format'> & { bitmap: string | null }

/** One export a file, so its name follows from that of the file. */
export const fileKey = (path: string): string => createHash('sha256').update(qemuName(path)).digest('hex').slice(0, 24)
/** Where a file is served on the node. */
export const socketOf = (path: string) => `${FOLDER}/${fileKey(path)}.sock`

/**
 * Serves files as long as its input is open, so that nothing stays when the panel or the connection is gone. Words: cache mode, an option,
 * then socket, format, bitmap and path of each file. The format is always given: a guest can write any header into a raw disk. At its end it
 * removes what is its own only: others may serve the file by then.
 */
const SERVE = `umask 077
exec 3<&0
mkdir -p ${FOLDER} || exit 1
cache=$1 option=$2 pids= sockets=
shift 2
end() {
  [ -n "$pids" ] && kill $pids 2>/dev/null && wait $pids 2>/dev/null
  for s in $sockets; do
    case " $pids " in *" $(cat "$s.pid" 2>/dev/null) "*) rm -f "$s" "$s.pid" ;; esac
  done
}
while [ $# -gt 0 ]; do
  p=$(cat "$1.pid" 2>/dev/null) && grep -aqF -- "$1" "/proc/$p/cmdline" 2>/dev/null && { end; exit ${BUSY}; }
  rm -f "$1"
  sockets="$sockets $1"
  qemu-nbd "$option" --persistent --shared=8 --cache="$cache" --socket="$1" --export-name=${EXPORT_NAME} --format="$2" \${3:+"--bitmap=$3"} "$4" </dev/null >/dev/null 3<&- &
  pids="$pids $!"
  echo $! > "$1.pid"
  shift 4
done
for s in $sockets; do
  while [ ! -S "$s" ]; do
    kill -0 "$(cat "$s.pid")" 2>/dev/null || { end; exit 1; }
    sleep 0.02
  done
done
echo ready
cat <&3 > /dev/null 2>&1 &
input=$!
while kill -0 "$input" 2>/dev/null && kill -0 "\${pids##* }" 2>/dev/null; do sleep 0.2; done
kill "$input" 2>/dev/null
end`

/** Ends what serves one of the sockets; says \`ended\` when there was something. */
const END = `for s in "$@"; do
  p=$(cat "$s.pid" 2>/dev/null) || continue
  grep -aqF -- "$s" "/proc/$p/cmdline" 2>/dev/null && kill "$p" && echo ended
  while kill -0 "$p" 2>/dev/null && grep -aqF -- "$s" "/proc/$p/cmdline" 2>/dev/null; do sleep 0.02; done
  rm -f "$s" "$s.pid"
done`

export type ServedFiles = {
  /** A new connection to one of the files. */
  open(path: string, signal: AbortSignal): Promise<Duplex>
  /** Settles when nothing is served any more. */
  over: Promise<void>
  /** Resolves when nothing is open any more. */
  close(): Promise<void>
}

/** Serves files that no running domain uses. @throws PanelError device_rejected, with the node's words */
export async function serveFiles(
  ssh: SshConnection,
  files: readonly FileToServe[],
  access: 'read' | 'write',
  signal: AbortSignal,
): Promise<ServedFiles> {
  const option = access === 'read' ? '--read-only' : '--discard=unmap'
  const words = files.flatMap(({ path, format, bitmap }) => [socketOf(path), format, bitmap ?? '', qemuName(path)])
  const attempt = (cache: string) => begin(ssh, [cache, option, ...words], files, signal)
  // What is read once only is of no use in the memory of the node; not all file systems can do without it.
  let begun = await attempt(access === 'read' ? 'none' : 'writeback')
  if (!begun.program && /O_DIRECT|direct/i.test(begun.stderr)) begun = await attempt('writeback')
  if (!begun.program) {
    if (begun.code === BUSY) throw deviceRejected(msg`The disk is already being read or written for a backup`)
    throw failed('qemu-nbd', { code: begun.code, stderr: begun.stderr, signal: null, stdout: '' })
  }
  const { stream, exited } = begun.program
  return {
    open: (path, opening) => ssh.openUnix(socketOf(path), opening),
    over: exited.then(() => {}),
    async close() {
      stream.end()
      await exited
    },
  }
}

/** A program that serves, or how it ended. */
type Begun = { program: RunningProgram } | { program: null; code: number | null; stderr: string }

async function begin(
  ssh: SshConnection,
  words: readonly string[],
  files: readonly FileToServe[],
  signal: AbortSignal,
): Promise<Begun> {
  const program = await ssh.spawn(['sh', '-c', SERVE, 'sh', ...words], signal)
  const { stream, exited } = program
  let stderr = ''
  program.stderr.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('utf8')).slice(0, 4096)
  })
  stream.on('error', () => {})
  const either = AbortSignal.any([signal, AbortSignal.timeout(READY_MS)])
  const end = exited.then(({ code }) => ({ code }))
  try {
    const ended = await unlessAborted(Promise.race([once(stream, 'data').then(() => null), end]), either)
    if (ended) return { program: null, ...ended, stderr }
    // A socket is there before its file is open.
    for (const { path } of files) {
      const socket = await ssh.openUnix(socketOf(path), either)
      const client = await NbdClient.open(socket, { name: EXPORT_NAME, signal: either })
      client.close()
    }
    return { program }
  } catch (error) {
    if (either.aborted) {
      stream.destroy()
      if (signal.aborted) throw abortError(signal)
      throw deviceRejected(msg`The node did not serve the disk in time: ${cleanMessage(stderr)}`, { cause: error })
    }
    // It says why at its end.
    stream.end()
    await unlessAborted(end, either)
    if (!stderr) throw asDiskError(error)
    return { program: null, code: null, stderr }
  }
}

/** Ends exports of these files, also of other processes. @returns whether there were any */
export async function endServing(ssh: SshConnection, paths: readonly string[], signal: AbortSignal): Promise<boolean> {
  if (paths.length === 0) return false
  const ended = await ssh.exec(['sh', '-c', END, 'sh', ...paths.map(socketOf)], { signal })
  if (ended.code !== 0) throw failed('sh', ended)
  return ended.stdout.includes('ended')
}
