import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { GuestScript } from '../guest-types.ts'
import { folderName } from '../linux/guest-programs.ts'
import type { Agent } from './agent.ts'
import { execute, type Ran, runToEnd, writeGuestFile } from './agent-programs.ts'
import { END, MAKE, READ, RUN } from './windows-programs.ts'

const POWERSHELL = 'powershell.exe'
const plain = ['-NoProfile', '-NonInteractive']
/** A path that a program of ours has answered: hostile until it looks like one. */
const FOLDER = /^[A-Za-z]:\\[\w\\ .~-]{1,200}$/

/** Without its mark, PowerShell takes a file for one in the code page of the system. */
const withMark = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf8')

/** One of our own programs; what varies is a number or the checked name of a run, and stands before it. */
const small = (agent: Agent, program: string, given: Record<string, string | number>): Promise<Ran> => {
  const head = Object.entries(given).map(([name, value]) =>
    typeof value === 'number' ? `$${name} = ${Math.trunc(value)}` : `$${name} = '${value}'`,
  )
  const text = [...head, program].join('\n')
  return runToEnd(agent, POWERSHELL, [...plain, '-EncodedCommand', Buffer.from(text, 'utf16le').toString('base64')])
}

/**
 * Starts a PowerShell script in a Windows guest. Its values travel in a file that the launcher reads and removes: an environment
 * that is handed to the agent would replace all of the system's.
 * @returns how its preparation ended
 */
export async function startInWindows(agent: Agent, { token, script, environment }: GuestScript): Promise<Ran> {
  const made = await small(agent, MAKE, { name: folderName(token) })
  if (made.code !== 0) return made
  const folder = made.output.toString('latin1').trim()
  if (!FOLDER.test(folder)) throw deviceRejected(msg`The guest answered something else than the folder of the script`)
  const values = Object.entries(environment).map(([name, value]) => ({ name, value }))
  await writeGuestFile(agent, `${folder}\\script.ps1`, withMark(script))
  await writeGuestFile(agent, `${folder}\\values.json`, withMark(JSON.stringify(values)))
  await writeGuestFile(agent, `${folder}\\run.ps1`, withMark(RUN))
  await execute(agent, POWERSHELL, [...plain, '-ExecutionPolicy', 'Bypass', '-File', `${folder}\\run.ps1`])
  return made
}

export const readInWindows = (agent: Agent, token: string, offset: number, most: number): Promise<Ran> =>
  small(agent, READ, { name: folderName(token), offset, most })

export const endInWindows = (agent: Agent, token: string): Promise<Ran> =>
  small(agent, END, { name: folderName(token) })
