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
import { type Inside, mustInside, runInside } from './exec.ts'

const WRITE = 'umask 077; cat > "$1"'

/** Runs a script in a container; a no-op when this run was started before. */
export async function startScript(inside: Inside, { token, type, script, environment }: GuestScript): Promise<void> {
  if (type === 'power_shell') throw deviceRejected(wrongSystem.power_shell)
  const folder = folderOf(token)
  const made = await runInside(inside, MAKE, [folder])
  if (made.code === STARTED_BEFORE) return
  if (made.code !== 0) throw deviceRejected(msg`The guest could not prepare the script: ${cleanMessage(made.stderr)}`)
  await mustInside(inside, WRITE, [`${folder}/script`], script)
  const { link, instance, signal } = inside
  // Not waited for: LXD keeps it going, whatever becomes of this connection.
  await link.client.start('POST', `/instances/${instance}/exec`, {
    signal,
    body: {
      command: ['/bin/sh', '-c', RUN, 'sh', folder, ...interpreterOf(script)],
      environment: { ...base, ...environment },
      interactive: false,
      'wait-for-websocket': false,
    },
  })
}

export async function readScript(inside: Inside, token: string, offset: number): Promise<GuestScriptReading> {
  const args = [folderOf(token), String(offset + 1), String(MOST_OUTPUT)]
  const { code, stdout, stderr } = await runInside(inside, READ, args)
  return readingOf({ code, output: stdout, error: stderr }, offset)
}

export async function endScript(inside: Inside, token: string): Promise<void> {
  const { code, stderr } = await runInside(inside, END, [folderOf(token)])
  if (code !== 0) throw deviceRejected(msg`The guest could not clear away the script: ${cleanMessage(stderr)}`)
}
