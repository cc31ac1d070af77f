import { useTranslations } from 'use-intl'
import { parseRange, unusable } from '../../server/domain/ip/address.ts'

/** What is wrong with a text that should be addresses: one, first and last, or a subnet; null when nothing is. */
export function useRangeFault(): (text: string) => string | null {
  const t = useTranslations('addresses.ranges')
  return (text) => {
    const range = parseRange(text.trim())
    const kind = range && unusable(range)
    return range ? (kind ? t('unusable', { kind }) : null) : t('wrong')
  }
}
