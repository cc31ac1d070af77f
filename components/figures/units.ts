'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRateLabel } from '../switches/face/port-labels.ts'
import { inUnit, unitFor } from '../ui/display/size.ts'

const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'] as const

const stepOf = (bytes: number) =>
  Math.min(BYTES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))

/** How values of graphs are written; the top of the axis chooses the unit of the whole axis. */
export function useUnits() {
  const t = useTranslations('figures.units')
  const format = useFormatter()
  const bits = useRateLabel()
  return useMemo(() => {
    const plain = (value: number, digits = 1) => format.number(value, { maximumFractionDigits: digits })
    const bytes = (value: number, top = value) => {
      const step = stepOf(top)
      return t('perSecond', { value: plain(value / 1000 ** step), unit: BYTES[step] as string })
    }
    return {
      plain: (value: number) => plain(value, value < 10 ? 2 : 0),
      percent: (value: number) => format.number(value / 100, { style: 'percent', maximumFractionDigits: 1 }),
      mib: (value: number, top = value) => {
        const unit = unitFor(top)
        return `${plain(inUnit(value, unit))} ${unit}`
      },
      bytes,
      /** So many bytes altogether. */
      amount: (value: number, top = value) => `${plain(value / 1000 ** stepOf(top))} ${BYTES[stepOf(top)]}`,
      /** Of interfaces: their rates are told in bits. */
      bits: (value: number, top?: number) => bits(value * 8, (top ?? value) * 8),
      ms: (value: number) => t('ms', { value: plain(value, value < 10 ? 2 : 1) }),
    }
  }, [t, format, bits])
}
