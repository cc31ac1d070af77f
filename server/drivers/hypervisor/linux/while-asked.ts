import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { abortError, unlessAborted } from '../../../shared/abort.ts'
import { failed } from './failed.ts'

/** How long a program has to end when the caller no longer waits for it. */
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

type Ended = { code: number | null; signal: string | null; stderr: string }

/**
 * Runs a program that may take long, as long as the caller waits for it. `onPercent` gets the progress of QEMU's programs (`-p`).
 * @throws PanelError device_rejected in the program's words; the signal's reason, after the program was told to end
 */
export async function runWhileAsked(
  ssh: SshConnection,
  argv: readonly string[],
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const end = await endWhileAsked(ssh, argv, onPercent, signal)
  if (end.code !== 0) throw failed(argv[0] ?? '', { ...end, stdout: '' })
}

/** The same for callers that judge how it ended. */
export async function endWhileAsked(
  ssh: SshConnection,
  argv: readonly string[],
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Ended> {
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
    return { code, signal: killedBy, stderr }
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
}
