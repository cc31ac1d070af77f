'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { useSizes } from './use-sizes.ts'

const [KIB, MIB] = [2 ** 10, 2 ** 20]

/** A size of bytes in the unit that fits, KiB being the smallest. */
export function useByteSizes(): (bytes: number) => string {
  const t = useTranslations('ui.units')
  const format = useFormatter()
  const sizes = useSizes()
  return (bytes) => (bytes < MIB ? `${format.number(Math.ceil(bytes / KIB))} ${t('KiB')}` : sizes(bytes / MIB))
}
