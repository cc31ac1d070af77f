export type SizeUnit = 'MiB' | 'GiB' | 'TiB'

const factors = { MiB: 1, GiB: 1024, TiB: 1024 * 1024 } as const satisfies Record<SizeUnit, number>

/** The unit in which people read a size of so many MiB: one for both sides of "a of b", chosen by the larger. */
export const unitFor = (mib: number): SizeUnit => (mib >= 10 * factors.TiB ? 'TiB' : mib >= 512 ? 'GiB' : 'MiB')

/** MiB in another unit. */
export const inUnit = (mib: number, unit: SizeUnit): number => mib / factors[unit]

/** Sizes are stored in MiB and shown in GiB. */
export const gib = (mib: number): number => mib / 1024
