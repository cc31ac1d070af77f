'use client'
import { useTranslations } from 'use-intl'
import type { FigurePart, Figures } from '../../server/domain/figures/schema.ts'
import { Section } from '../ui/layout/section.tsx'
import { Chart, ChartGrid, type Shared } from './chart-grid.tsx'
import { useUnits } from './units.ts'

type Props = { shared: Shared; now: Figures; was: Figures | undefined }

/** A part of now and the same of the period before. */
export function partsOf(kind: FigurePart['kind'], now: Figures, was: Figures | undefined) {
  return now.parts
    .filter((part) => part.kind === kind)
    .map((part) => ({ part, past: was?.parts.find((one) => one.kind === kind && one.name === part.name) }))
}

/** A line of a part, and of the same part before. */
export const line = (label: string, name: string, part: FigurePart, past: FigurePart | undefined) => ({
  label,
  values: part.values[name] ?? [],
  was: past?.values[name],
})

/** Of containers nothing counts how long their disks take. */
const isKnown = (part: FigurePart, past: FigurePart | undefined) =>
  [part, past].some((one) =>
    ['read_latency', 'write_latency'].some((name) => one?.values[name]?.some((ms) => ms !== null)),
  )

/** Percent that the axis has at least, so that next to nothing does not look like much. */
const LEAST_PRESSURE = 1

/** How much of the time something waited, where the kernel of the node counts it. */
export function PressureCharts({ shared, now, was }: Props) {
  const t = useTranslations('figures')
  const units = useUnits()
  return partsOf('pressure', now, was).flatMap(({ part, past }) => [
    <Chart
      key="pressure"
      shared={shared}
      title={t('pressure')}
      lines={[line(t('memory'), 'memory', part, past), line(t('cpu'), 'cpu', part, past)]}
      top={LEAST_PRESSURE}
      format={units.percent}
    />,
    <Chart
      key="io"
      shared={shared}
      title={t('pressureIo')}
      lines={[line(t('disks'), 'io', part, past)]}
      top={LEAST_PRESSURE}
      format={units.percent}
    />,
  ])
}

/** Each disk: bytes, operations, and latency where it is known. */
export function DiskCharts({ shared, now, was }: Props) {
  const t = useTranslations('figures')
  const units = useUnits()
  return partsOf('disk', now, was).map(({ part, past }) => {
    const pair = (what: 'bytes' | 'ops' | 'latency') =>
      [line(t('read'), `read_${what}`, part, past), line(t('write'), `write_${what}`, part, past)] as const
    return (
      <Section key={part.name} title={t('disk', { name: part.name })} line>
        <ChartGrid>
          <Chart shared={shared} title={t('throughput')} lines={pair('bytes')} format={units.bytes} />
          <Chart shared={shared} title={t('operations')} lines={pair('ops')} format={units.plain} />
          {isKnown(part, past) && (
            <Chart shared={shared} title={t('latency')} lines={pair('latency')} format={units.ms} />
          )}
        </ChartGrid>
      </Section>
    )
  })
}

/** Each interface: rates, packets, what was lost. @param nameOf what an interface is called */
export function NetCharts({ shared, now, was, nameOf }: Props & { nameOf: (name: string) => string }) {
  const t = useTranslations('figures')
  const units = useUnits()
  return partsOf('net', now, was).map(({ part, past }) => (
    <Section key={part.name} title={nameOf(part.name)} line>
      <ChartGrid>
        <Chart
          shared={shared}
          title={t('traffic')}
          lines={[line(t('in'), 'rx_bytes', part, past), line(t('out'), 'tx_bytes', part, past)]}
          format={units.bits}
        />
        <Chart
          shared={shared}
          title={t('packets')}
          lines={[line(t('in'), 'rx_packets', part, past), line(t('out'), 'tx_packets', part, past)]}
          format={units.plain}
        />
        <Chart
          shared={shared}
          title={t('lost')}
          lines={[line(t('drops'), 'drops', part, past), line(t('errors'), 'errors', part, past)]}
          format={units.plain}
        />
      </ChartGrid>
    </Section>
  ))
}

/** Each file system that the guest reports: how full it is. */
export function FileSystemCharts({ shared, now, was }: Props) {
  const t = useTranslations('figures')
  const units = useUnits()
  const sizeOf = (part: FigurePart) => part.values.total_mib?.findLast((one) => one !== null) ?? 0
  return partsOf('fs', now, was).map(({ part, past }) => (
    <Chart
      key={part.name}
      shared={shared}
      title={t('fileSystem', { name: part.name, size: units.mib(sizeOf(part)) })}
      lines={[line(t('used'), 'used', part, past)]}
      top={100}
      format={units.percent}
    />
  ))
}
