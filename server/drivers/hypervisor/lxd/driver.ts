import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { openFolder } from '../linux/folder.ts'
import type { HypervisorDriver } from '../types.ts'
import { lxdConnection } from './connection.ts'
import { asPanelError } from './messages.ts'

/** Containers under LXD. */
export const lxdDriver: HypervisorDriver = {
  id: 'lxd',
  label: 'LXD',
  async connect(target, signal) {
    try {
      return lxdConnection(await connectSsh(target, signal))
    } catch (error) {
      throw asPanelError(error, signal)
    }
  },
  openFolder,
}
