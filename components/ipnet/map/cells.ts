import type { IpnetMap, MapAddress } from '../../../server/domain/ipnet/map.ts'

export const cellKinds = ['server', 'host', 'loose', 'broken', 'gateway', 'reserved', 'free', 'outside'] as const
export type CellKind = (typeof cellKinds)[number]

/** One address of a network as it is drawn. */
export type Cell = {
  offset: number
  name: string
  /** Its last part, as it is written into the cell. */
  short: string
  kind: CellKind
  used: MapAddress | null
  reserved: IpnetMap['reserved'][number]['kind'] | null
  /** Of the pool that gives it. */
  pool: string | null
}

type Piece = Pick<IpnetMap, 'block' | 'size' | 'addresses' | 'reserved' | 'ranges'>

/** Every address of the block in turn: who has it, or what it is kept for. */
export function cellsOf(map: Piece): Cell[] {
  const used = new Map(map.addresses.map((address) => [address.offset, address]))
  const kept = new Map(map.reserved.map((one) => [one.offset, one.kind]))
  const name = namesFrom(map.block)
  return Array.from({ length: Number(map.size) }, (_, offset) => {
    const address = used.get(offset) ?? null
    const reserved = kept.get(offset) ?? null
    const range = map.ranges.find(
      ({ start, end }) => start !== null && end !== null && start <= offset && offset <= end,
    )
    const text = address?.name ?? name(offset)
    return {
      offset,
      name: text,
      short: lastPart(text),
      kind: address ? kindOfUsed(address) : reserved ? keptKind(reserved) : range ? 'free' : 'outside',
      used: address,
      reserved,
      pool: range?.pool.name ?? null,
    }
  })
}

const keptKind = (reserved: NonNullable<Cell['reserved']>) => (reserved === 'gateway' ? 'gateway' : 'reserved')

function kindOfUsed({ status, server, host }: MapAddress): CellKind {
  if (status === 'fail' || status === 'allocation_fail') return 'broken'
  return server ? 'server' : host ? 'host' : 'loose'
}

const lastPart = (name: string) => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1) || '0'

/** The address at an offset of a small block; its first address is in the block's name. */
function namesFrom(block: string): (offset: number) => string {
  const first = block.slice(0, block.indexOf('/'))
  if (first.includes('.')) {
    const value = first.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    return (offset) => [24, 16, 8, 0].map((shift) => ((value + offset) / 2 ** shift) & 255).join('.')
  }
  // At most 1,024 addresses: only the last group counts on, since the block begins at a multiple of its size.
  const cut = first.lastIndexOf(':') + 1
  const low = Number.parseInt(first.slice(cut) || '0', 16)
  return (offset) => {
    const text = (low + offset).toString(16)
    return text === '0' && first.endsWith('::') ? first : `${first.slice(0, cut)}${text}`
  }
}

/** How many there are of each kind, for the legend. */
export function countKinds(cells: readonly Cell[]): Map<CellKind, number> {
  const counts = new Map<CellKind, number>()
  for (const { kind } of cells) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Where an arrow key leads from a cell; null when it leads nowhere. */
export function stepFrom(at: number, key: string, columns: number, count: number): number | null {
  const to =
    key === 'ArrowRight'
      ? at + 1
      : key === 'ArrowLeft'
        ? at - 1
        : key === 'ArrowDown'
          ? at + columns
          : key === 'ArrowUp'
            ? at - columns
            : key === 'Home'
              ? 0
              : key === 'End'
                ? count - 1
                : null
  return to !== null && to >= 0 && to < count && to !== at ? to : null
}

export const fillSteps = [0, 1, 2, 3, 4, 5] as const
export type FillStep = (typeof fillSteps)[number]

/** How full a block is, in steps: 0 empty, 1 to 4 quarters, 5 full. */
export function fillOf(used: number, size: number): FillStep {
  if (used === 0) return 0
  if (used >= size) return 5
  return Math.min(4, Math.floor((used / size) * 4) + 1) as FillStep
}
