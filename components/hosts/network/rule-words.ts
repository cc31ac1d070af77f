'use client'
import { useTranslations } from 'use-intl'
import type { PacketRule, PacketRules } from '../../../server/domain/host/packet-rules.ts'

/** Services that are known by their port. */
const services: Readonly<Record<number, string>> = {
  22: 'SSH',
  25: 'SMTP',
  53: 'DNS',
  80: 'HTTP',
  123: 'NTP',
  443: 'HTTPS',
  3306: 'MySQL',
  3389: 'RDP',
  5432: 'PostgreSQL',
  6379: 'Redis',
}

/**
 * The parts of a rule as they are read in a row: what it is about, whom, and how often.
 * @param groups those that the rules name
 */
export function useRuleWords(groups: readonly Pick<PacketRules['groups'][number], 'id' | 'name'>[] = []) {
  const t = useTranslations('hosts.network.rules')
  return {
    about({ protocols, portstart, portend }: PacketRule): string {
      if (protocols.includes('any')) return t('everything')
      const names = protocols.map((one) => (one === 'icmp' ? t('ping') : one.toUpperCase())).join(', ')
      if (portstart === null || portend === null || (portstart === 1 && portend === 65_535)) return names
      const ports = portstart === portend ? String(portstart) : `${portstart}-${portend}`
      const known = portstart === portend ? services[portstart] : undefined
      return known ? t('service', { known, what: `${names} ${ports}` }) : `${names} ${ports}`
    },
    whom({ action, peers, group, rate }: PacketRule): string {
      const named = groups.find(({ id }) => id === group)?.name ?? String(group)
      const known = peers.length === 0 ? t('anywhere') : peers.join(', ')
      const who = group === null ? known : t('ofGroup', { name: named })
      return rate === null ? who : t(action === 'accept' ? 'upTo' : 'over', { who, rate })
    },
    about_note: ({ note }: PacketRule): string => note,
  }
}
