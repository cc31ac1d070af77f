import { kept } from '../../shared/kept.ts'
import type { DummyNode } from './node.ts'
import type { StateKeeper } from './store.ts'

export type DummyConfig = {
  /** Keeps the states of all nodes. */
  keeper: StateKeeper
  /** 1 lets things take as long as on a real node, 0 no time at all. */
  speed: number
  /** Nodes by name, as this process knows them. */
  nodes: Map<string, DummyNode>
}

const place = kept<DummyConfig>('dummy')

/** Sets where simulated nodes are kept and how fast they are; called once at start. */
export function configureDummy({ keeper, speed = 1 }: { keeper: StateKeeper; speed?: number }): void {
  place.value = { keeper, speed, nodes: new Map() }
}

export function dummyConfig(): DummyConfig {
  if (!place.value) throw new Error('The simulated hypervisor is not configured yet')
  return place.value
}
