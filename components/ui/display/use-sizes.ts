'use client'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { inUnit, unitFor } from './size.ts'

/** A size of MiB in the unit that fits, or in that of `top`: "4.3 TiB". */
export function useSizes(): (mib: number, top?: number) => string {
  const t = useTranslations('ui.units')
  const format = useFormatter()
  return useCallback(
    (mib, top = mib) => {
      const unit = unitFor(top)
      const value = inUnit(mib, unit)
      return `${format.number(value, { maximumFractionDigits: value < 100 ? 1 : 0 })} ${t(unit)}`
    },
    [t, format],
  )
}
