import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { abortError, unlessAborted } from '../../../../shared/abort.ts'
import { msg } from '../../../../shared/text.ts'
import { failed } from '../../linux/failed.ts'
import { rejected } from '../../linux/messages.ts'
import { nodePath } from '../../linux/paths.ts'
import type { OnCopied, VolumeCopy } from '../../move-types.ts'
import { inspectImage } from '../volumes.ts'
import { checkedFile } from './foreign-file.ts'

const mib = 1 << 20
/** Left free on the node besides the copy. */
const reserveBytes = 64 * mib

/** How long a program has to end when nobody waits for it any more. */
const END_MS = 5_000

/** Runs a program as long as its own input is open, so that nothing goes on when the panel or the connection is gone. */
const WHILE_ASKED = `exec 3<&0
"$@" </dev/null 3<&- &
p=$!
cat <&3 >/dev/null 2>&1 &
i=$!
while kill -0 "$i" 2>/dev/null && kill -0 "$p" 2>/dev/null; do sleep 0.2; done
kill -0 "$i" 2>/dev/null || kill "$p" 2>/dev/null
kill "$i" 2>/dev/null
wait "$p"`

/** Not under its name before it is whole. */
export const unfinished = (path: string): string => `${path}.new`

/** See `DiskMoves.copyVolume`. QEMU's lock keeps a domain that runs away from the file meanwhile. */
export async function copyVolume(
  ssh: SshConnection,
  copy: VolumeCopy,
  onCopied: OnCopied,
  signal: AbortSignal,
): Promise<void> {
  const to = nodePath(copy.to.path)
  const size = copy.to.size_mib * mib
  const from = copy.within ? await checkedFile(ssh, copy.from, copy.within, size, signal) : nodePath(copy.from.path)
  const info = await inspectImage(ssh, from, copy.from.format, signal)
  const below = copy.keepsImage ? info['backing-filename'] : undefined
  const base =
    below === undefined
      ? []
      : ['-B', nodePath(below), '-F', info['backing-filename-format'] === 'raw' ? 'raw' : 'qcow2']
  const rate = copy.limit === null ? [] : ['-r', String(copy.limit)]
  const part = unfinished(to)
  await ssh.sftp(signal, async (files) => {
    for (const path of [part, to]) await files.remove(path)
    const { free } = await files.space(to.slice(0, to.lastIndexOf('/')) || '/')
    const needed = reserveBytes + (await usedBy(files, from, info['virtual-size']))
    if (free < needed)
      throw rejected(
        msg`The storage has ${Math.floor(free / mib)} MiB free on the node; the copy needs ${Math.ceil(needed / mib)}`,
      )
  })
  const all = info['virtual-size']
  // Its own cache mode leaves the copy in the node's memory, where a loss of power takes it.
  const words = [
    'qemu-img',
    'convert',
    '-p',
    '-t',
    'writeback',
    ...rate,
    '-f',
    copy.from.format,
    '-O',
    'qcow2',
    ...base,
  ]
  await runWhileAsked(ssh, [...words, from, part], (percent) => onCopied((all * percent) / 100, all), signal)
  if (all < size) {
    const grown = await ssh.exec(['qemu-img', 'resize', '-q', '-f', 'qcow2', part, String(size)], { signal })
    if (grown.code !== 0) throw failed('qemu-img', grown)
  }
  await ssh.sftp(signal, async (files) => {
    await files.chmod(part, 0o600)
    await files.rename(part, to)
  })
}

type Files = Parameters<Parameters<SshConnection['sftp']>[1]>[0]

/** What the copy of a file takes at most; of one that stands on an image the part of its own. */
async function usedBy(files: Files, path: string, virtual: number): Promise<number> {
  return Math.min((await files.stat(path))?.size ?? 0, virtual)
}

/** @throws PanelError device_rejected in the program's words; the signal's reason, after the program was told to end */
export async function runWhileAsked(
  ssh: SshConnection,
  argv: readonly string[],
  onPercent: (percent: number) => void,
  signal: AbortSignal,
) {
  const program = await ssh.spawn(['sh', '-c', WHILE_ASKED, 'sh', ...argv], signal)
  const { stream } = program
  let stderr = ''
  program.stderr.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('utf8')).slice(0, 4096)
  })
  stream.on('error', () => {})
  stream.on('data', (data: Buffer) => {
    const said = [...data.toString('latin1').matchAll(/\((\d{1,3})(?:\.\d+)?\/100%\)/g)].at(-1)?.[1]
    if (said !== undefined) onPercent(Math.min(100, Number(said)))
  })
  const given = new AbortController()
  // It ends with its input; a node that is silent is not waited for.
  const stop = () => {
    stream.end()
    setTimeout(() => given.abort(abortError(signal)), END_MS).unref()
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const { code, signal: killedBy } = await unlessAborted(program.exited, given.signal)
    if (signal.aborted) throw abortError(signal)
    if (code !== 0) throw failed('qemu-img', { code, signal: killedBy, stdout: '', stderr })
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
}
