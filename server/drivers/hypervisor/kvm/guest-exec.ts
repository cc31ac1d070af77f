import { wrongSystem } from '../../../domain/recipe/messages.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { GuestScript, GuestScriptReading } from '../guest-types.ts'
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
import type { Agent } from './agent.ts'
import { execute, isWindowsGuest, type Ran, runToEnd, writeGuestFile } from './agent-programs.ts'
import { endInWindows, readInWindows, startInWindows } from './windows-exec.ts'

const couldNotPrepare = (made: Ran) =>
  deviceRejected(msg`The guest could not prepare the script: ${cleanMessage(made.error)}`)

/** Runs a script in the guest that `agent` speaks for; a no-op when this run was started before. */
export async function startGuestScript(agent: Agent, run: GuestScript): Promise<void> {
  const { token, type = 'shell', script, environment } = run
  const windows = await isWindowsGuest(agent)
  if (windows !== (type === 'power_shell')) throw deviceRejected(wrongSystem[type])
  const folder = folderOf(token)
  const made = windows ? await startInWindows(agent, run) : await runSmall(agent, MAKE, [folder])
  if (made.code === STARTED_BEFORE) return
  if (made.code !== 0) throw couldNotPrepare(made)
  if (windows) return
  await writeGuestFile(agent, `${folder}/script`, Buffer.from(script, 'utf8'))
  const env = Object.entries({ ...base, ...environment }).map(([name, value]) => `${name}=${value}`)
  await execute(agent, '/bin/sh', ['-c', RUN, 'sh', folder, ...interpreterOf(script)], { env })
}

/** How far a script is, and its output from an offset on. */
export async function readGuestScript(agent: Agent, token: string, offset: number): Promise<GuestScriptReading> {
  const read = (await isWindowsGuest(agent))
    ? await readInWindows(agent, token, offset, MOST_OUTPUT)
    : await runSmall(agent, READ, [folderOf(token), String(offset + 1), String(MOST_OUTPUT)])
  return readingOf(read, offset)
}

/** Kills a script that still runs, and removes what it has left. */
export async function endGuestScript(agent: Agent, token: string): Promise<void> {
  const windows = await isWindowsGuest(agent)
  const { code, error } = await (windows ? endInWindows(agent, token) : runSmall(agent, END, [folderOf(token)]))
  if (code !== 0) throw deviceRejected(msg`The guest could not clear away the script: ${cleanMessage(error)}`)
}

const runSmall = (agent: Agent, program: string, args: readonly string[]) =>
  runToEnd(agent, '/bin/sh', ['-c', program, 'sh', ...args])
