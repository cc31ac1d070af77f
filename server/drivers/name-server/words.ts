import { deviceRejected, deviceUnreachable } from '../../domain/shared/errors.ts'
import { DnsError } from '../../protocols/dns/errors.ts'
import { HttpError } from '../../protocols/pinned-http/errors.ts'
import { msg, small, type Text, withValues } from '../../shared/text.ts'
import { cleanMessage } from '../clean-message.ts'

const silent: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'lost'])

/** Does a piece of work with the name server at an address; failures of the protocols come out in words. @throws PanelError, or the signal's reason */
export async function withWords<T>(address: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DnsError || error instanceof HttpError)) throw error
    const cause = withValues(error.text, cleanMessage)
    if (silent.has(error.kind))
      throw deviceUnreachable(msg`The name server ${address} does not answer: ${small(cause)}`, { cause: error })
    throw nameServerRejects(address, cause, error)
  }
}

/** What a name server refused, and why. */
export const nameServerRejects = (address: string, cause: Text, error?: Error) =>
  deviceRejected(msg`The name server ${address} rejected this: ${small(cause)}`, { cause: error })
