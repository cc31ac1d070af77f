import path from 'node:path'

export type DummyConfig = {
  /** Where the simulated nodes keep their state, a folder each. */
  directory: string
  /** 1 lets things take as long as on a real node, 0 no time at all. */
  speed: number
}

const place = globalThis as typeof globalThis & { datahallDummy?: DummyConfig }

/** Says where simulated nodes live and how fast they are; called once at start. */
export function configureDummy(options: { directory: string; speed?: number }): void {
  place.datahallDummy = { directory: path.resolve(options.directory), speed: options.speed ?? 1 }
}

export function dummyConfig(): DummyConfig {
  if (!place.datahallDummy) throw new Error('The simulated hypervisor is not configured yet')
  return place.datahallDummy
}
