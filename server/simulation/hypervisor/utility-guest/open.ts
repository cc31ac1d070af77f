import type { Duplex } from 'node:stream'
import type { UtilityDisk } from '../../../drivers/hypervisor/utility-types.ts'
import { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { volumeAt } from '../disks/content.ts'
import type { DummyNode } from '../node.ts'
import { streamPair } from '../stream-pair.ts'
import { runProgram } from './program.ts'

/** Runs the simulated program against a disk: its files are those of every simulated installation. */
export async function openUtilityGuest(
  node: DummyNode,
  disk: UtilityDisk,
  keep: (stream: Duplex) => Duplex,
  signal: AbortSignal,
): Promise<UtilityGuest> {
  // A disk that is not there is refused, as by QEMU.
  const size = 'source' in disk ? disk.source.size : volumeAt(await node.store.read(), disk.path).size_mib * 2 ** 20
  const [near, far] = streamPair()
  void runProgram(far, size, !('source' in disk) && disk.access === 'write')
  return UtilityGuest.open(keep(near), 10_000, signal)
}
