import type { Duplex, Readable } from 'node:stream'
import { refusalMessage } from '../../../domain/node/capabilities.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { Cleared } from '../../../protocols/utility-guest/answers.ts'
import type { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { NodeStorage } from '../../storage/types.ts'
import type { VolumeExport } from '../backup-types.ts'
import type { DiskCopy, DomainSpec } from '../domain-types.ts'
import type { MadeImage } from '../image-types.ts'
import { rejected } from '../linux/messages.ts'
import type { Where } from '../move-types.ts'
import type { AgentRepair } from '../types.ts'
import { noMemory } from './captures.ts'
import { noScreen } from './console.ts'

const noHelperGuest = msg`A node with containers runs no helper guest: use a node with libvirt`

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

  async changeMedium(_spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    signal.throwIfAborted()
    throw rejected(msg`Containers have no drive for ISO images`)
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

  async serveVolumes(
    _internalName: string,
    _volumes: unknown,
    signal: AbortSignal,
  ): Promise<{ close(): Promise<void> }> {
    signal.throwIfAborted()
    throw new PanelError('refused', refusalMessage('disk_export'))
  }

  async pullVolume(_name: string, _disk: unknown, _onPulled: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw new PanelError('refused', refusalMessage('disk_export'))
  }

  storage(): NodeStorage {
    throw new PanelError('refused', refusalMessage('storages'))
  }

  /** Containers do not stand still: their programs get the fault. */
  async continueDomain(_internalName: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async resumeDomain(_internalName: string, _memory: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw noMemory()
  }

  /** Nothing was ever copied. */
  async dropCopies(_internalName: string, _copies: readonly DiskCopy[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async moveDisk(_spec: DomainSpec, _move: unknown, _onCopied: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw new PanelError('refused', refusalMessage('storages'))
  }

  /** Nothing was ever moved. */
  async dropMove(_internalName: string, _move: unknown, signal: AbortSignal): Promise<Where> {
    signal.throwIfAborted()
    return 'old'
  }

  async copyVolume(_copy: unknown, _onCopied: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw new PanelError('refused', refusalMessage('storages'))
  }

  async copyFile(_from: string, _to: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw new PanelError('refused', refusalMessage('storages'))
  }

  async exportVolume(_volume: unknown, signal: AbortSignal): Promise<VolumeExport> {
    signal.throwIfAborted()
    throw new PanelError('refused', refusalMessage('disk_export'))
  }

  async makeImage(
    _internalName: string | null,
    _request: unknown,
    _on: unknown,
    signal: AbortSignal,
  ): Promise<MadeImage> {
    signal.throwIfAborted()
    throw rejected(msg`Images cannot be made of containers yet`)
  }

  /** Nothing was ever made. */
  async dropMadeImage(_internalName: string | null, _request: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async openFile(_path: string, _offset: number, signal: AbortSignal): Promise<Readable> {
    signal.throwIfAborted()
    throw rejected(msg`Images cannot be made of containers yet`)
  }

  /** There are none. */
  async forgetCheckpoints(_internalName: string, _disks: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async openUtilityGuest(_boot: unknown, _disk: unknown, signal: AbortSignal): Promise<UtilityGuest> {
    signal.throwIfAborted()
    throw rejected(noHelperGuest)
  }

  async clearDisk(_boot: unknown, _disk: unknown, signal: AbortSignal): Promise<Cleared> {
    signal.throwIfAborted()
    throw rejected(noHelperGuest)
  }
}
