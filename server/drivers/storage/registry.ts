import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { cephStorage } from './ceph/driver.ts'
import { fileStorage } from './file/driver.ts'
import { lvmStorage } from './lvm/driver.ts'
import { networkLvmStorage } from './lvm/network.ts'
import { nasStorage } from './nas/driver.ts'
import type { NodeStorage, StoragePlace } from './types.ts'
import { zfsStorage } from './zfs/driver.ts'

/** Around each call: gives failures of the connection their words. */
export type Around = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

function driverOf(ssh: SshConnection, place: StoragePlace): NodeStorage {
  switch (place.kind) {
    case 'file':
      return fileStorage(ssh, place)
    case 'nas':
      return nasStorage(ssh, place)
    case 'lvm':
      return lvmStorage(ssh, place)
    case 'network_lvm':
      return networkLvmStorage(ssh, place)
    case 'zfs':
      return zfsStorage(ssh, place)
    case 'ceph':
      return cephStorage(ssh, place)
  }
}

/** A storage on the node that a connection leads to. */
export function nodeStorage(ssh: SshConnection, place: StoragePlace, around: Around): NodeStorage {
  const driver = driverOf(ssh, place)
  const { hold, letGo } = driver
  return {
    connect: (signal) => around(signal, () => driver.connect(signal)),
    disconnect: (signal) => around(signal, () => driver.disconnect(signal)),
    check: (signal) => around(signal, () => driver.check(signal)),
    volumes: (signal) => around(signal, () => driver.volumes(signal)),
    createVolume: (name, size, signal) => around(signal, () => driver.createVolume(name, size, signal)),
    growVolume: (name, size, signal) => around(signal, () => driver.growVolume(name, size, signal)),
    removeVolume: (name, signal) => around(signal, () => driver.removeVolume(name, signal)),
    source: (name) => driver.source(name),
    ...(hold && { hold: (name: string, signal: AbortSignal) => around(signal, () => hold(name, signal)) }),
    ...(letGo && { letGo: (name: string, signal: AbortSignal) => around(signal, () => letGo(name, signal)) }),
  }
}
