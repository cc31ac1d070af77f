import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { deviceRejected, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { type Agent, askAgent, type Refusals } from './agent.ts'

/** How long a small program of ours may take. */
const SMALL_MS = 20_000
/** Pieces in which a file is written: QEMU's agent takes no longer lines. */
const PIECE = 32 * 1024
const started = z.object({ pid: z.int() })
const status = z.object({
  exited: z.boolean(),
  exitcode: z.int().optional(),
  'out-data': z.string().optional(),
  'err-data': z.string().optional(),
})
/** What ran, however it ended; `error` has at most 1,000 characters. */
export type Ran = { code: number; output: Buffer; error: string }

/** Runs one of our own programs to its end. */
export async function runToEnd(agent: Agent, path: string, arg: readonly string[]): Promise<Ran> {
  const pid = await execute(agent, path, arg, { 'capture-output': true })
  const until = Date.now() + SMALL_MS
  for (let pause = 20; ; pause = Math.min(500, pause * 2)) {
    const now = status.parse(await command(agent, 'guest-exec-status', { pid }))
    if (now.exited) {
      const output = Buffer.from(now['out-data'] ?? '', 'base64')
      const error = Buffer.from(now['err-data'] ?? '', 'base64')
        .toString('utf8')
        .slice(0, 1000)
      return { code: now.exitcode ?? 255, output, error }
    }
    if (Date.now() > until) throw deviceRejected(msg`The guest did not run a program within ${SMALL_MS / 1000} s`)
    await delay(pause, undefined, { signal: agent.signal })
  }
}

/** Starts a program in the guest; answers its process id. */
export async function execute(
  agent: Agent,
  path: string,
  arg: readonly string[],
  more: Record<string, unknown> = {},
): Promise<number> {
  const { pid } = started.parse(await command(agent, 'guest-exec', { path, arg, ...more }))
  return pid
}

/** Writes a file in the guest, in place of what is there. */
export async function writeGuestFile(agent: Agent, path: string, content: Buffer): Promise<void> {
  const handle = z.int().parse(await command(agent, 'guest-file-open', { path, mode: 'w' }))
  try {
    for (let at = 0; at < content.length; at += PIECE)
      await command(agent, 'guest-file-write', {
        handle,
        'buf-b64': content.subarray(at, at + PIECE).toString('base64'),
      })
  } finally {
    await command(agent, 'guest-file-close', { handle })
  }
}

/** Whether the guest is Windows. Agents that cannot tell are old ones, or of systems that keep it from them: none of Windows. */
export async function isWindowsGuest(agent: Agent): Promise<boolean> {
  try {
    const { id } = z.object({ id: z.string().optional() }).parse(await command(agent, 'guest-get-osinfo', {}))
    return id === 'mswindows'
  } catch (fault) {
    if (fault instanceof PanelError && fault.value === 'guest_exec') return false
    throw fault
  }
}

const refusals: Refusals = {
  off: msg`Scripts can only be run while the VM runs`,
  unknown: (execute) =>
    msg`The guest agent does not run programs: allow ${execute} in its configuration, where some systems block it (/etc/sysconfig/qemu-ga, qemu-ga.conf)`,
  value: 'guest_exec',
}

const command = (agent: Agent, execute: string, args: object) => askAgent(agent, execute, args, refusals)
