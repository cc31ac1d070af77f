'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SwitchPort } from '../../../server/domain/switch/record.ts'
import { vlansText } from '../vlan-text.ts'
import type { PortRates } from './face-plan.ts'

const steps = ['bps', 'kbps', 'Mbps', 'Gbps', 'Tbps'] as const

/** A rate in the unit that suits it, or another one beside it: "3.8 Gbit/s". */
export function useRateLabel(): (bps: number, beside?: number) => string {
  const t = useTranslations('device.rates')
  const format = useFormatter()
  return useMemo(
    () => (bps, beside) => {
      const step = stepOf(beside ?? bps)
      const value = bps / 1000 ** step
      return t(steps[step] ?? 'bps', { value: format.number(value, { maximumFractionDigits: value < 100 ? 1 : 0 }) })
    },
    [t, format],
  )
}

/** Rates of a column in one unit, that of the largest, so that they can be compared at a glance. */
export function useRateColumn(rates: readonly (number | null | undefined)[]): {
  /** "Mbit/s", for the heading. */
  unit: string
  figure: (bps: number) => string
} {
  const t = useTranslations('device.rates')
  const format = useFormatter()
  const step = stepOf(Math.max(0, ...rates.map((rate) => rate ?? 0)))
  return {
    unit: t(steps[step] ?? 'bps', { value: '' }).trim(),
    figure: (bps) => {
      const value = bps / 1000 ** step
      const digits = value >= 100 || step === 0 ? 0 : value >= 1 ? 1 : 3
      return format.number(value, { maximumFractionDigits: digits })
    },
  }
}

const stepOf = (bps: number) => (bps < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log10(bps) / 3)))

/** Facts of a port, the same in the drawing, its hint, the table and the side panel. */
export function usePortLabels() {
  const t = useTranslations('device.port')
  const face = useTranslations('device.face')
  const states = useTranslations('dc.port')
  const rate = useRateLabel()
  const format = useFormatter()
  return useMemo(() => {
    const name = ({ name: own, if_index }: Pick<SwitchPort, 'name' | 'if_index'>) => own || if_index
    const state = (port: SwitchPort) =>
      port.admin_status === 'down'
        ? states('shut')
        : port.oper_status === 'up' && port.speed !== 'unknown'
          ? `${states('up')}, ${port.speed}`
          : states(port.oper_status)
    const peer = (port: SwitchPort) =>
      port.server
        ? face('toServer', { server: port.server.name })
        : port.is_uplink
          ? t('uplink')
          : port.is_service
            ? [t('service'), port.connection_type_info].filter(Boolean).join(': ')
            : t('free')
    const vlan = ({ is_trunk, vlan_id, trunk_members }: SwitchPort) =>
      is_trunk
        ? face('trunk', { members: vlansText(trunk_members) || '-', native: vlan_id ?? 0 })
        : vlan_id === undefined
          ? null
          : face('access', { vlan: vlan_id })
    const traffic = (rates: PortRates | undefined) =>
      !rates || (rates.in_bps === null && rates.out_bps === null)
        ? null
        : face('traffic', { in: rate(rates.in_bps ?? 0), out: rate(rates.out_bps ?? 0) })
    const errors = (rates: PortRates | undefined) =>
      rates?.errors ? face('errorRate', { rate: format.number(rates.errors, { maximumFractionDigits: 2 }) }) : null
    return {
      name,
      state,
      peer,
      vlan,
      traffic,
      errors,
      /** One word in the corner of a wide port. */
      corner: (port: SwitchPort) => (port.is_uplink ? t('uplink') : (port.server?.name ?? null)),
      /** All of it in one sentence, for screen readers. */
      sentence: (port: SwitchPort, rates: PortRates | undefined, differs: boolean) =>
        [
          face('port', { name: name(port) }),
          port.task_id === null ? state(port) : t('changing'),
          peer(port),
          vlan(port),
          traffic(rates),
          errors(rates),
          differs ? face('differs') : null,
          port.fault,
        ]
          .filter(Boolean)
          .join(', '),
    }
  }, [t, face, states, rate, format])
}
