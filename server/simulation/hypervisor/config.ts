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

const place = globalThis as typeof globalThis & { datahallDummy?: DummyConfig }

/** Sets where simulated nodes are kept and how fast they are; called once at start. */
export function configureDummy({ keeper, speed = 1 }: { keeper: StateKeeper; speed?: number }): void {
  place.datahallDummy = { keeper, speed, nodes: new Map() }
}

export function dummyConfig(): DummyConfig {
  if (!place.datahallDummy) throw new Error('The simulated hypervisor is not configured yet')
  return place.datahallDummy
}
