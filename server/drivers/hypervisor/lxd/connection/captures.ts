import type { Captures } from '../../capture-types.ts'
import { captureContainer, dropContainerCapture, revertContainer } from '../captures.ts'
import type { LxdNode } from '../lxd-node.ts'

/** Former states of containers, as snapshots of LXD. */
export function captures(node: LxdNode): Captures {
  const at = (signal: AbortSignal) => ({ link: node.link, instances: node.instances, signal })
  return {
    captureDisks: (internalName, capture, _freeze, signal) =>
      node.do(signal, () => captureContainer(at(signal), internalName, capture)),

    revertDisk: (internalName, name, _disk, signal) =>
      node.do(signal, () => revertContainer(at(signal), internalName, name)),

    dropCapture: (internalName, capture, signal) =>
      node.do(signal, () => dropContainerCapture(at(signal), internalName, capture)),
  }
}
