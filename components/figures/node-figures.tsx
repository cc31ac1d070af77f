'use client'
import { useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { Chart, ChartGrid } from './chart-grid.tsx'
import { EventList } from './events.tsx'
import { FigureView } from './figure-view.tsx'
import { DiskCharts, line, NetCharts, PressureCharts, partsOf } from './parts.tsx'
import { useUnits } from './units.ts'
import { useChoice, useShared } from './use-choice.ts'
import { useFigures } from './use-figures.ts'
import { useTaskEvents } from './use-task-events.ts'

/** What a node used: processors, memory, pressure, its disks and its wires, with the tasks about it. */
export function NodeFigures({ node }: { node: Node }) {
  const t = useTranslations('figures')
  const units = useUnits()
  const choice = useChoice()
  const { now, was } = useFigures('node', node.id, choice.window, choice.compare)
  const data = now.data
  const entries = useTaskEvents([{ entity: 'node', ids: [node.id] }], choice.window, choice.withEvents)
  const shared = useShared(choice, data, was, entries)
  return (
    <FigureView
      choice={choice}
      step={data?.step}
      query={now}
      isEmpty={!data || data.parts.length === 0}
      hint={t('noneNode')}
    >
      {data ? (
        <>
          <ChartGrid>
            {partsOf('cpu', data, was).flatMap(({ part, past }) => [
              <Chart
                key="cpu"
                shared={shared}
                title={t('cpu')}
                lines={[line(t('used'), 'cpu', part, past), line(t('iowait'), 'iowait', part, past)]}
                top={100}
                format={units.percent}
              />,
              <Chart
                key="ram"
                shared={shared}
                title={t('ram')}
                lines={[line(t('used'), 'ram_used', part, past), line(t('swap'), 'swap', part, past)]}
                top={node.ram_mib.total}
                binary
                format={units.mib}
              />,
              <Chart
                key="load"
                shared={shared}
                title={t('load')}
                lines={[line(t('load1'), 'load', part, past)]}
                format={units.plain}
              />,
              <Chart
                key="steal"
                shared={shared}
                title={t('stealTitle')}
                lines={[line(t('steal'), 'steal', part, past)]}
                format={units.percent}
              />,
            ])}
            <PressureCharts shared={shared} now={data} was={was} />
          </ChartGrid>
          <EventList entries={entries} />
          <DiskCharts shared={shared} now={data} was={was} />
          <NetCharts shared={shared} now={data} was={was} nameOf={(name) => t('interface', { name })} />
        </>
      ) : null}
    </FigureView>
  )
}
