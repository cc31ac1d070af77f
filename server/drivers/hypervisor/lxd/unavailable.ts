import type { Duplex } from 'node:stream'
import { msg } from '../../../shared/text.ts'
import type { DiskCopy, DomainSpec } from '../domain-types.ts'
import { rejected } from '../linux/messages.ts'
import type { AgentRepair } from '../types.ts'
import { noScreen } from './console.ts'

/** What a container does not have, each refused in words. */
export class Unavailable {
  async openVnc(_internalName: string, signal: AbortSignal): Promise<Duplex> {
    signal.throwIfAborted()
    throw noScreen()
  }

  async openSpice(_internalName: string, signal: AbortSignal): Promise<Duplex> {
    signal.throwIfAborted()
    throw noScreen()
  }

  async changeSpice(_spec: DomainSpec, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    throw noScreen()
  }

  async spicePort(_internalName: string, signal: AbortSignal): Promise<number | null> {
    signal.throwIfAborted()
    return null
  }

  async setVncPassword(_internalName: string, _password: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw noScreen()
  }

  async repairGuestAgent(_internalName: string, signal: AbortSignal): Promise<AgentRepair> {
    signal.throwIfAborted()
    throw rejected(msg`Containers need no guest agent`)
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
