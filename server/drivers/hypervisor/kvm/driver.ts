import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { openFolder } from '../linux/folder.ts'
import type { HypervisorDriver } from '../types.ts'
import { KvmConnection } from './connection.ts'
import { asPanelError } from './messages.ts'

/** QEMU under libvirt, with KVM or without. */
export const kvmDriver: HypervisorDriver = {
  id: 'kvm',
  label: 'KVM (libvirt)',
  async connect(target, signal) {
    try {
      return new KvmConnection(await connectSsh(target, signal))
    } catch (error) {
      throw asPanelError(error, signal)
    }
  },
  openFolder,
}
