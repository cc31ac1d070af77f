'use client'
import { useTranslations } from 'use-intl'
import type { Drift } from '../../../server/domain/switch/drift.ts'
import { vlansText } from '../vlan-text.ts'

/** A difference in one sentence: what the device says, and what the panel believes. */
export function useDriftLabels(): (drift: Drift) => string {
  const t = useTranslations('device.drift')
  const vlan = (one: NonNullable<Drift['wanted']['vlan']> | undefined) =>
    !one
      ? '-'
      : one.is_trunk
        ? t('trunk', { members: vlansText(one.trunk_members) || '-', native: one.vlan_id ?? '-' })
        : t('access', { vlan: one.vlan_id ?? '-' })
  const status = (word: string | undefined) => t(word === 'up' ? 'up' : 'down')
  return ({ kind, wanted, found }) => {
    switch (kind) {
      case 'admin':
        return t('says', { found: status(found.admin_status), wanted: status(wanted.admin_status) })
      case 'vlan':
        return t('says', { found: vlan(found.vlan), wanted: vlan(wanted.vlan) })
      case 'neighbour':
        return t('neighbour', {
          found: found.server?.name ?? found.system_name ?? '-',
          wanted: wanted.server?.name ?? '-',
        })
      case 'mac':
        return found.server
          ? t('macOf', { mac: found.mac ?? '', server: found.server.name, wanted: wanted.server?.name ?? '-' })
          : t('mac', { mac: found.mac ?? '', wanted: wanted.server?.name ?? '-' })
    }
  }
}
