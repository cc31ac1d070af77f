import type { Verdict } from './schema.ts'

/** What a server loses and keeps. Only active connections count: an outlet that is off supplies no power. */
export type Loss = {
  /** It stands in what fails, or is it. */
  inside: boolean
  power_lost: number
  power_left: number
  links_lost: number
  links_left: number
}

/** What becomes of a server; null when nothing does. Power goes before links: what is off needs none. */
export function verdictOf({ inside, power_lost, power_left, links_lost, links_left }: Loss): Verdict | null {
  if (inside || (power_lost > 0 && power_left === 0)) return 'dark'
  if (links_lost > 0 && links_left === 0) return 'cut'
  return power_lost > 0 || links_lost > 0 ? 'less' : null
}

const RANK: Record<Verdict, number> = { dark: 0, cut: 1, less: 2 }

/** The worst first, then by name. */
export const worstFirst = (a: { verdict: Verdict; name: string }, b: { verdict: Verdict; name: string }) =>
  RANK[a.verdict] - RANK[b.verdict] || a.name.localeCompare(b.name, 'en', { numeric: true })
