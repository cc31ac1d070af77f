'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { PlanDisk } from './values.ts'

const known = ['linux_raid_member', 'LVM2_member', 'ceph_bluestore', 'crypto_LUKS', 'zfs_member', 'swap'] as const
const tables = ['gpt', 'dos', 'mac', 'sun', 'bsd']

/** What a disk holds in a few words, as a live system found it; null: nobody looked. */
export function useHolds() {
  const t = useTranslations('installing.disks')
  return useCallback(
    ({ holds }: Pick<PlanDisk, 'holds'>): string | null => {
      if (!holds) return null
      // A table of partitions matters only when nothing is known of what is in it.
      const content = holds.filter(({ type }) => !tables.includes(type))
      const shown = content.length > 0 ? content : holds
      const words = shown.map(({ type, label }) => {
        if (tables.includes(type)) return t('table', { type: type.toUpperCase() })
        const key = known.find((one) => one === type)
        const name = key ? t(`types.${key}`) : type
        return label ? t('named', { type: name, label }) : name
      })
      const different = [...new Set(words)]
      const [first, ...rest] = different
      if (first === undefined) return ''
      return rest.length > 1 ? t('and', { first, count: rest.length }) : different.join(', ')
    },
    [t],
  )
}
