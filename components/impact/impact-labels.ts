'use client'
import { useTranslations } from 'use-intl'
import type { Impact } from '../../server/domain/impact/schema.ts'

/** What breaks, in one sentence. */
export function useImpactLabels() {
  const t = useTranslations('impact')
  return ({ counts }: Pick<Impact, 'counts'>): string => {
    const hit = (['dark', 'cut', 'less'] as const)
      .filter((verdict) => counts[verdict] > 0)
      .map((verdict) => t(`counts.${verdict}`, { count: counts[verdict] }))
    const behind = (['hosts', 'addresses', 'owners'] as const)
      .filter((what) => counts[what] > 0)
      .map((what) => t(`counts.${what}`, { count: counts[what] }))
    if (hit.length === 0 && behind.length === 0) return t('nothing')
    const first = hit.length > 0 ? t('servers_sentence', { list: hit.join(', ') }) : ''
    const second =
      behind.length > 0 ? t(first === '' ? 'behind_alone' : 'behind_sentence', { list: behind.join(', ') }) : ''
    return [first, second].filter((part) => part !== '').join(' ')
  }
}
