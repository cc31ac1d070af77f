import { z } from 'zod'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import type { GuestFileSystem } from '../figure-types.ts'
import { fileSystemsOf } from '../linux/file-systems.ts'
import { rejected } from '../linux/messages.ts'
import type { Agent } from './guest-exec.ts'

/** It is asked again in some minutes. */
const PATIENCE_S = 5
const MOST_ANSWER = 1 << 20

/** File systems of a running guest by its agent; none when the agent answers but does not tell. */
export async function guestFileSystems({ link, domain, signal }: Agent): Promise<GuestFileSystem[]> {
  if (domain.id < 0) throw rejected(msg`The VM is off`)
  const command = JSON.stringify({ execute: 'guest-get-fsinfo' })
  try {
    const answer = (await link.call(procedures.agentCommand, { domain, command, timeoutS: PATIENCE_S }, signal)) ?? ''
    if (answer.length > MOST_ANSWER) throw rejected(msg`The guest agent answers something that is none of its answers`)
    return fileSystemsOf(z.object({ return: z.unknown() }).parse(JSON.parse(answer)).return)
  } catch (error) {
    if (error instanceof LibvirtError && /disabled|has not been found|not allowed|CommandNotFound/i.test(error.message))
      return []
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw rejected(msg`The guest agent answers something that is none of its answers`, error)
    throw error
  }
}
