import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { interpreterOf } from '../linux/guest-output.ts'
import {
  base,
  END,
  folderOf,
  MAKE,
  MOST_OUTPUT,
  READ,
  RUN,
  readingOf,
  STARTED_BEFORE,
} from '../linux/guest-programs.ts'
import { rejected } from '../linux/messages.ts'
import type { GuestScript, GuestScriptReading } from '../types.ts'
import { type Agent, askAgent, type Refusals } from './agent.ts'

/** How long a small program of ours may take. */
const SMALL_MS = 20_000
/** Pieces in which a script is written: QEMU's agent takes no longer lines. */
const PIECE = 32 * 1024
const started = z.object({ pid: z.int() })
const status = z.object({
  exited: z.boolean(),
  exitcode: z.int().optional(),
  'out-data': z.string().optional(),
  'err-data': z.string().optional(),
})

/** Runs `script` in the guest that `agent` speaks for; a no-op when this run was started before. */
export async function startGuestScript(agent: Agent, { token, script, environment }: GuestScript): Promise<void> {
  const folder = folderOf(token)
  const made = await runSmall(agent, MAKE, [folder])
  if (made.code === STARTED_BEFORE) return
  if (made.code !== 0) throw rejected(msg`The guest could not prepare the script: ${cleanMessage(made.error)}`)
  await writeFile(agent, `${folder}/script`, Buffer.from(script, 'utf8'))
  const env = Object.entries({ ...base, ...environment }).map(([name, value]) => `${name}=${value}`)
  await execute(agent, ['-c', RUN, 'sh', folder, ...interpreterOf(script)], { env })
}

export async function readGuestScript(agent: Agent, token: string, offset: number): Promise<GuestScriptReading> {
  const { code, output, error } = await runSmall(agent, READ, [
    folderOf(token),
    String(offset + 1),
    String(MOST_OUTPUT),
  ])
  return readingOf({ code, output, error }, offset)
}

export async function endGuestScript(agent: Agent, token: string): Promise<void> {
  const { code, error } = await runSmall(agent, END, [folderOf(token)])
  if (code !== 0) throw rejected(msg`The guest could not clear away the script: ${cleanMessage(error)}`)
}

/** Runs one of our own programs to its end. */
async function runSmall(agent: Agent, program: string, args: readonly string[]) {
  const pid = await execute(agent, ['-c', program, 'sh', ...args], { 'capture-output': true })
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
    if (Date.now() > until) throw rejected(msg`The guest did not run a program within ${SMALL_MS / 1000} s`)
    await delay(pause, undefined, { signal: agent.signal })
  }
}

/** Starts /bin/sh in the guest; answers its process id. */
async function execute(agent: Agent, arg: readonly string[], more: Record<string, unknown>): Promise<number> {
  const { pid } = started.parse(await command(agent, 'guest-exec', { path: '/bin/sh', arg, ...more }))
  return pid
}

async function writeFile(agent: Agent, path: string, content: Buffer): Promise<void> {
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

const command = (agent: Agent, execute: string, args: object) => askAgent(agent, execute, args, refusals)

const refusals: Refusals = {
  off: msg`Scripts can only be run while the VM runs`,
  unknown: (execute) =>
    msg`The guest agent does not run programs: allow ${execute} in its configuration, where some systems block it (/etc/sysconfig/qemu-ga, qemu-ga.conf)`,
  value: 'guest_exec',
}
