'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Sensor } from '../../server/domain/ipmi/sensor.ts'
import { limitNames } from '../../server/domain/ipmi/states.ts'
import { cn } from '../ui/class-names.ts'
import { StateMark } from '../ui/display/state-mark.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import { barOf } from './bar.ts'
import { healthKinds } from './health.tsx'

const grounds = { ok: 'bg-ok-tint', warning: 'bg-warn-tint', critical: 'bg-fault-tint' }
const edges = { ok: 'border-ok-line', warning: 'border-warn-line', critical: 'border-fault-line' }

/** Those that are written otherwise elsewhere; the rest stands as the controller says it. */
const units = ['rpm', 'V', 'A', 'W'] as const

/** A value with its unit as people write it. */
export function useValueLabels() {
  const t = useTranslations('controllers.units')
  const format = useFormatter()
  return (value: number, unit: string) => {
    const known = units.find((one) => one === unit)
    const number = format.number(value, { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 })
    return unit === '' ? number : `${number} ${known ? t(known) : unit}`
  }
}

const kinds = ['Temperature', 'Fan', 'Voltage', 'Current', 'Power', 'Power supply', 'Processor', 'Memory'] as const

/** What a sensor measures, in the reader's language where it is one of the usual. */
function useKindLabels() {
  const t = useTranslations('controllers.kinds')
  return (kind: string) => {
    const known = kinds.find((one) => one === kind)
    return known ? t(known) : kind
  }
}

/** Sensors with their values among the limits; one of them is picked, for its graph. */
export function SensorTable(props: {
  sensors: readonly Sensor[]
  picked: number | null
  onPick: (id: number) => void
}) {
  const { sensors, picked, onPick } = props
  const t = useTranslations('controllers')
  const words = useValueLabels()
  const kindWord = useKindLabels()
  return (
    <Table label={t('sensors.title')} compact>
      <TableHead>
        <Th>{t('sensors.name')}</Th>
        <Th right>{t('sensors.value')}</Th>
        <Th className="phone:hidden">{t('sensors.limits')}</Th>
        <Th className="phone:hidden">{t('sensors.kind')}</Th>
      </TableHead>
      <tbody>
        {sensors.map((sensor) => {
          const { id, name, value, unit, status, states, kind } = sensor
          return (
            <Tr key={id} selected={id === picked}>
              <Td name className="max-w-50">
                <span className="flex items-center gap-2">
                  <StateMark kind={healthKinds[status]} label={t(`health.${status}`)} />
                  <button
                    type="button"
                    aria-pressed={id === picked}
                    className="min-w-0 truncate text-left hover:underline hover:underline-offset-2"
                    onClick={() => onPick(id)}
                  >
                    {name}
                  </button>
                </span>
              </Td>
              <Td right className={cn('num', status === 'critical' && 'font-semibold text-fault-fg')}>
                {typeof value === 'number' ? (
                  words(value, unit)
                ) : (
                  <span className="font-normal text-fg-3">{value ?? (states.join(', ') || t('sensors.unread'))}</span>
                )}
              </Td>
              <Td className="w-56 phone:hidden">
                <Bar sensor={sensor} />
              </Td>
              <Td quiet className="phone:hidden">
                {kindWord(kind)}
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function Bar({ sensor: { value, unit, thresholds } }: { sensor: Sensor }) {
  const t = useTranslations('controllers.limits')
  const words = useValueLabels()
  const bar = barOf(typeof value === 'number' ? value : null, thresholds)
  if (!bar) return null
  const limits = limitNames.flatMap((name) => {
    const limit = thresholds[name]
    return limit === undefined ? [] : [`${t(name)} ${words(limit, unit)}`]
  })
  return (
    <span className="relative block h-3" role="img" aria-label={limits.join(', ')} title={limits.join('\n')}>
      {bar.zones.map(({ from, to, health }) => (
        <i
          key={from}
          className={cn('absolute inset-y-0.5 border', grounds[health], edges[health])}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      ))}
      {bar.at === null ? null : (
        <i className="absolute inset-y-0 -ml-px w-0.5 bg-fg" style={{ left: `${bar.at * 100}%` }} />
      )}
    </span>
  )
}
