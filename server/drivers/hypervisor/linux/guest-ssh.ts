import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { quoteWord } from '../../../protocols/ssh/quote.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { GuestScript, GuestScriptReading } from '../guest-types.ts'
import { interpreterOf } from './guest-output.ts'
import { base, END, folderOf, MAKE, MOST_OUTPUT, READ, RUN, readingOf, STARTED_BEFORE } from './guest-programs.ts'

/** A guest that was signed in to over SSH; users other than root need `sudo` without a password. */
export type GuestShell = { ssh: SshConnection; isRoot: boolean }

const SMALL_MS = 20_000
const WRITE = 'umask 077; cat > "$1"'
/** The rest of the arguments are those of a shell: `RUN sh folder …`. Command lines are seen by every user of the guest, so values come from a file. */
const LAUNCH = `set -a; . "$3/environment"; rm -f "$3/environment"; setsid /bin/sh -c "$@" > /dev/null 2>&1 < /dev/null &`

/**
 * Runs a shell script in a guest, by the programs that its agent would run: the run can be continued either way. A no-op when
 * it was started before.
 */
export async function startOverSsh(
  shell: GuestShell,
  { token, script, environment }: GuestScript,
  signal: AbortSignal,
): Promise<void> {
  const folder = folderOf(token)
  const small = (program: string, args: readonly string[], stdin?: string) => run(shell, program, args, signal, stdin)
  const must = async (program: string, args: readonly string[], stdin?: string) => {
    const { code, stderr } = await small(program, args, stdin)
    if (code !== 0) throw couldNotPrepare(stderr)
  }
  const made = await small(MAKE, [folder])
  if (made.code === STARTED_BEFORE) return
  if (made.code !== 0) throw couldNotPrepare(made.stderr)
  const values = Object.entries({ ...base, ...environment }).map(([name, value]) => `${name}=${quoteWord(value)}\n`)
  await must(WRITE, [`${folder}/script`], script)
  await must(WRITE, [`${folder}/environment`], values.join(''))
  await must(LAUNCH, [RUN, 'sh', folder, ...interpreterOf(script)])
}

const couldNotPrepare = (stderr: string) =>
  deviceRejected(msg`The guest could not prepare the script: ${cleanMessage(stderr.slice(0, 1000))}`)

/** How far a script is, and its output from an offset on. */
export async function readOverSsh(
  shell: GuestShell,
  token: string,
  offset: number,
  signal: AbortSignal,
): Promise<GuestScriptReading> {
  const args = [folderOf(token), String(offset + 1), String(MOST_OUTPUT)]
  const { code, stdout, stderr } = await run(shell, READ, args, signal)
  return readingOf({ code: code ?? 255, output: Buffer.from(stdout, 'latin1'), error: stderr.slice(0, 1000) }, offset)
}

/** Kills a script that still runs, and removes what it has left. */
export async function endOverSsh(shell: GuestShell, token: string, signal: AbortSignal): Promise<void> {
  const { code, stderr } = await run(shell, END, [folderOf(token)], signal)
  if (code !== 0)
    throw deviceRejected(msg`The guest could not clear away the script: ${cleanMessage(stderr.slice(0, 1000))}`)
}

const run = (
  { ssh, isRoot }: GuestShell,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  stdin?: string,
) =>
  ssh.exec([...(isRoot ? [] : ['sudo', '-n', '--']), '/bin/sh', '-c', program, 'sh', ...args], {
    signal,
    timeoutMs: SMALL_MS,
    encoding: 'latin1',
    ...(stdin !== undefined && { stdin }),
  })
