'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { Share } from '../ui/display/share.tsx'

/** IPv6 ranges hold too many addresses to list the number: from here on it is shown as a power of two. */
const COUNTABLE = 1e9

/** How many addresses there are: as a number, or `2^64` where that tells more. */
export function useAddressCount() {
  const format = useFormatter()
  return (total: number | string): string => {
    const value = Number(total)
    if (value < COUNTABLE) return format.number(value)
    const power = Math.log2(value)
    const whole = Math.round(power)
    return `${Math.abs(power - whole) < 1e-6 ? '' : '≈ '}2^${whole}`
  }
}

/** "12 of 253" and how full that is; a dash where there is nothing to give. */
export function HowFull({ used, total, label }: { used: number | string; total: number | string; label: string }) {
  const t = useTranslations('addresses')
  const format = useFormatter()
  const count = useAddressCount()
  if (Number(total) === 0 && Number(used) === 0) return <span className="text-fg-3">-</span>
  return (
    <span className="num inline-flex items-center justify-end gap-2.5">
      <span>{t('usedOf', { used: format.number(Number(used)), total: count(total) })}</span>
      {Number(total) < COUNTABLE ? <Share used={Number(used)} of={Number(total)} label={label} /> : null}
    </span>
  )
}
