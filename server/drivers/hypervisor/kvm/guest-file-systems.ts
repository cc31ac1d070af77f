import { z } from 'zod'
import { deviceRejected, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { GuestFileSystem } from '../figure-types.ts'
import { fileSystemsOf } from '../linux/file-systems.ts'
import { type Agent, askAgent, type Refusals } from './agent.ts'

const NOT_TOLD = 'guest_file_systems'
const refusals: Refusals = {
  off: msg`The VM is off`,
  unknown: () => msg`The guest agent does not report file systems`,
  value: NOT_TOLD,
}

/** File systems of a running guest by its agent; none when the agent answers but does not tell. */
export async function guestFileSystems(agent: Agent): Promise<GuestFileSystem[]> {
  try {
    return fileSystemsOf(await askAgent(agent, 'guest-get-fsinfo', {}, refusals))
  } catch (error) {
    if (error instanceof PanelError && error.value === NOT_TOLD) return []
    if (error instanceof z.ZodError)
      throw deviceRejected(msg`The guest agent answers something that is none of its answers`, { cause: error })
    throw error
  }
}
