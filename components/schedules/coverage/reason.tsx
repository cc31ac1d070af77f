'use client'
import { useTranslations } from 'use-intl'
import type { Coverage } from '../../../server/domain/schedule/protection.ts'
import { useSaid } from '../../i18n/said.tsx'
import { useScheduleName } from '../time-words.ts'

type Told = Pick<Coverage, 'reason' | 'cause' | 'place' | 'schedule'>

/** Why a VM is not protected, with what the panel noted of it; null while nothing is wrong. */
export function useReason() {
  const t = useTranslations('scheduleCoverage.reasons')
  const said = useSaid()
  const nameOf = useScheduleName()
  return ({ reason, cause, place, schedule }: Told) => {
    if (reason === null) return null
    const words = t(reason, { place: place ?? '', schedule: schedule ? nameOf(schedule) : '' })
    return cause ? `${words}: ${said(cause)}` : words
  }
}

/** The same in a cell, which may be too narrow for all of it. */
export function Reason({ of }: { of: Told }) {
  const words = useReason()(of)
  return words && <span title={words}>{words}</span>
}
