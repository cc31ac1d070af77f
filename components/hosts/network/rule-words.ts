'use client'
import { useTranslations } from 'use-intl'
import type { PacketRule } from '../../../server/domain/host/packet-rules.ts'

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

/** The parts of a rule as they are read in a row: what it is about, whom, and how often. */
export function useRuleWords() {
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
    whom({ action, peers, rate }: PacketRule): string {
      const who = peers.length === 0 ? t('anywhere') : peers.join(', ')
      return rate === null ? who : t(action === 'accept' ? 'upTo' : 'over', { who, rate })
    },
    about_note: ({ note }: PacketRule): string => note,
  }
}
