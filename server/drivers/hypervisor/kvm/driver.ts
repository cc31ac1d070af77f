import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { keepApart } from '../../storage/exclusive.ts'
import { openFolder } from '../linux/folder.ts'
import type { HypervisorDriver } from '../types.ts'
import { kvmConnection } from './connection.ts'
import { asPanelError } from './messages.ts'

/** QEMU under libvirt, with KVM or without. */
export const kvmDriver: HypervisorDriver = {
  id: 'kvm',
  label: 'KVM (libvirt)',
  async connect(target, signal) {
    try {
      const ssh = await connectSsh(target, signal)
      keepApart(ssh, target.exclusively)
      return kvmConnection(ssh)
    } catch (error) {
      throw asPanelError(error, signal)
    }
  },
  openFolder,
}
