import type { Host } from '../../server/domain/host/record.ts'

/** Whole percent, or null when nothing is known. */
export const shareOf = (used: number | null, of: number): number | null =>
  used === null || of <= 0 ? null : Math.min(100, Math.round((used / of) * 100))

/** IPv4 first. */
export const addressesOf = (host: Pick<Host, 'ip4' | 'ip6'>): string[] => [...host.ip4, ...host.ip6].map(({ ip }) => ip)
