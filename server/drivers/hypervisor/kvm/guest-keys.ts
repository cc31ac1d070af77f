import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { KeyChange } from '../guest-types.ts'
import { MOST_KEYS } from '../linux/guest-keys.ts'
import { type Agent, askAgent, type Refusals } from './agent.ts'

const answer = z.object({ keys: z.array(z.string()) })

/** Lines of a user's authorized_keys. A user without the file has none. */
export async function guestKeys(agent: Agent, username: string): Promise<string[]> {
  try {
    const read = answer.safeParse(await ask(agent, 'guest-ssh-get-authorized-keys', { username }))
    if (!read.success)
      throw deviceRejected(msg`The guest agent answers something that is none of its answers`, { cause: read.error })
    return read.data.keys.slice(0, MOST_KEYS)
  } catch (error) {
    if (error instanceof LibvirtError && /failed to read .*No such file/i.test(error.message)) return []
    throw error
  }
}

/** What is there already is not added twice, and what is not there is removed already. */
export async function changeGuestKeys(agent: Agent, username: string, { add, remove }: KeyChange): Promise<void> {
  if (add.length > 0) await ask(agent, 'guest-ssh-add-authorized-keys', { username, keys: add })
  if (remove.length > 0 && (await guestKeys(agent, username)).length > 0)
    await ask(agent, 'guest-ssh-remove-authorized-keys', { username, keys: remove })
}

const ask = (agent: Agent, execute: string, args: object) => askAgent(agent, execute, args, refusals)

const refusals: Refusals = {
  off: msg`SSH keys of a guest can only be changed while the VM runs`,
  unknown: (execute) =>
    msg`The guest agent does not manage SSH keys: ${execute} came with QEMU guest agent 5.2, and some systems block it in its configuration`,
  value: 'guest_keys',
}
