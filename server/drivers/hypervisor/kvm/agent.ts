import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { LibvirtLink } from './libvirt-link.ts'

/** The agent of one guest. */
export type Agent = { link: Pick<LibvirtLink, 'call'>; domain: Domain; signal: AbortSignal }

const PATIENCE_S = 10

/** What is said when the agent cannot be asked, by what it is asked for. */
export type Refusals = {
  /** The VM is off. */
  off: Text
  /** The agent does not know the command, or does not take it; with a word for programs. */
  unknown: (execute: string) => Text
  value: string
}

/** One command of the agent; what it answers is the guest's word. @throws PanelError device_rejected */
export async function askAgent(
  { link, domain, signal }: Agent,
  execute: string,
  args: object,
  refusals: Refusals,
): Promise<unknown> {
  if (domain.id < 0) throw deviceRejected(refusals.off)
  const text = JSON.stringify({ execute, arguments: args })
  try {
    const answer = await link.call(procedures.agentCommand, { domain, command: text, timeoutS: PATIENCE_S }, signal)
    return z.object({ return: z.unknown() }).parse(JSON.parse(answer ?? '{}')).return
  } catch (error) {
    if (error instanceof LibvirtError && /disabled|has not been found|not allowed|CommandNotFound/i.test(error.message))
      throw deviceRejected(refusals.unknown(execute), { value: refusals.value, cause: error })
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw deviceRejected(msg`The guest agent answers something that is none of its answers`, { cause: error })
    throw error
  }
}
