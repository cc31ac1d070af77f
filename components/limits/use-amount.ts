'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { LimitField } from '../../server/domain/user-limit/fields.ts'
import { inUnit } from '../ui/display/size.ts'
import { isSize } from './kinds.ts'

/** Writes an amount of what a limit counts: sizes in GiB. */
export function useAmount() {
  const format = useFormatter()
  const units = useTranslations('ui.units')
  return (field: LimitField, value: number) =>
    isSize(field)
      ? `${format.number(inUnit(value, 'GiB'), { maximumFractionDigits: 1 })} ${units('GiB')}`
      : format.number(value)
}
