import type { Duplex } from 'node:stream'
import { msg } from '../../../shared/text.ts'
import type { DiskCopy } from '../domain-types.ts'
import { rejected } from '../linux/messages.ts'
import { noScreen } from './console.ts'

/** What a container does not have, each refused in words. */
export class Unavailable {
  async openVnc(_internalName: string, signal: AbortSignal): Promise<Duplex> {
    signal.throwIfAborted()
    throw noScreen()
  }

  async setVncPassword(_internalName: string, _password: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw noScreen()
  }

  async copyDisks(
    _internalName: string,
    _copies: readonly DiskCopy[],
    signal: AbortSignal,
  ): Promise<{ frozen: boolean | null }> {
    signal.throwIfAborted()
    throw rejected(msg`Containers cannot be cloned yet`)
  }

  /** Nothing was ever copied. */
  async dropCopies(_internalName: string, _copies: readonly DiskCopy[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }
}
