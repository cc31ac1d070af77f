import type { ConsoleKind } from '../console/types.ts'

/** How many consoles a wall has room for: as many as a person can watch, and some less than one may have open. */
export const MOST_TILES = 20

export type WallChoice = { object: 'host' | 'server'; id: number; kind: ConsoleKind }

const KEY = 'console-wall'
const kindsOf = { host: ['vnc', 'serial'], server: ['sol', 'vnc'] } as const

export const keyOf = ({ object, id, kind }: WallChoice) => `${object} ${id} ${kind}`

/** Reads a stored choice; what is not one of ours is left out. */
export function readChoice(text: string | null): WallChoice[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    const good = stored.filter((one: Partial<WallChoice> | null): one is WallChoice => {
      const kinds: readonly unknown[] = one?.object === 'host' || one?.object === 'server' ? kindsOf[one.object] : []
      return kinds.includes(one?.kind) && Number.isInteger(one?.id) && Number(one?.id) > 0
    })
    return [
      ...new Map(good.map((one) => [keyOf(one), { object: one.object, id: one.id, kind: one.kind }])).values(),
    ].slice(0, MOST_TILES)
  } catch {
    return []
  }
}

export function loadChoice(): WallChoice[] {
  try {
    return readChoice(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

export function saveChoice(choice: readonly WallChoice[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice))
  } catch {
    // A browser without storage forgets.
  }
}
