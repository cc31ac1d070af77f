import { deviceRejected } from '../../../domain/shared/errors.ts'
import { execIn, type LxdExecResult } from '../../../protocols/lxd/exec.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { base } from '../linux/guest-programs.ts'
import type { LxdLink } from './lxd-link.ts'

/** A running container, to run programs of ours in. */
export type Inside = { link: LxdLink; instance: string; signal: AbortSignal }

/** How long a small program of ours may take. */
const SMALL_MS = 20_000

/** Runs one of our own shell programs to its end; what varies is an argument or its input. */
export async function runInside(
  { link, instance, signal }: Inside,
  program: string,
  args: readonly string[] = [],
  stdin: string | Buffer = '',
): Promise<LxdExecResult> {
  const deadline = AbortSignal.timeout(SMALL_MS)
  try {
    return await execIn(link.client, instance, {
      command: ['/bin/sh', '-c', program, 'sh', ...args],
      environment: base,
      stdin,
      signal: AbortSignal.any([signal, deadline]),
    })
  } catch (error) {
    if (deadline.aborted && !signal.aborted)
      throw deviceRejected(msg`The container did not run a program within ${SMALL_MS / 1000} s`, { cause: error })
    throw error
  }
}

/** The same, and an exit code other than 0 is an error. */
export async function mustInside(inside: Inside, program: string, args: readonly string[], stdin = ''): Promise<void> {
  const { code, stderr } = await runInside(inside, program, args, stdin)
  if (code !== 0)
    throw deviceRejected(msg`A program failed in the container: ${cleanMessage(stderr) || msg`exit code ${code}`}`)
}
