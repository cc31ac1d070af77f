import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { Cleared } from '../../../protocols/utility-guest/answers.ts'
import type { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { msg } from '../../../shared/text.ts'
import { asGuestError } from './messages.ts'

/** Clears the disk of a guest that was started for it, and ends the guest. @throws PanelError when nothing could be cleared */
export async function clearIn(
  { guest, end }: { guest: UtilityGuest; end(): Promise<void> },
  signal: AbortSignal,
): Promise<Cleared> {
  try {
    const cleared = await guest.clear(signal)
    if (!cleared.volumes.some(({ state }) => state === 'cleared'))
      throw deviceRejected(msg`Nothing on the disk could be cleared: it holds no file system of Linux that can be read`)
    return cleared
  } catch (error) {
    throw asGuestError(error)
  } finally {
    await end()
  }
}
