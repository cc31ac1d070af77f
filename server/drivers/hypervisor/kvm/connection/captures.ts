import type { Captures } from '../../capture-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { captureDisks, dropCapture } from '../snapshots/capture.ts'
import { revertDisk } from '../snapshots/revert.ts'

/** Former states of disks, in their qcow2 files. */
export function captures(node: KvmNode): Captures {
  return {
    captureDisks: (internalName, capture, freeze, signal) =>
      node.do(signal, async () => captureDisks(await node.known(internalName, signal), capture, freeze)),

    revertDisk: (internalName, name, disk, signal) =>
      node.do(signal, async () => revertDisk(await node.known(internalName, signal), name, disk)),

    dropCapture: (internalName, capture, signal) =>
      node.do(signal, async () => dropCapture(await node.at(internalName, signal), capture)),
  }
}
