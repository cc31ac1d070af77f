'use client'
import { useTranslations } from 'use-intl'
import { SOON_DAYS } from '../../server/domain/problem/rules.ts'
import { State } from '../ui/display/state-mark.tsx'

/** Days until a storage is full; soon ones are marked. */
export function FullIn({ days }: { days: number }) {
  const t = useTranslations('storages.page')
  const words = t('inDays', { days })
  return days < SOON_DAYS ? <State kind="warn">{words}</State> : words
}
