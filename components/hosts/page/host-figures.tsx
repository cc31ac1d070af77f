'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPC } from '../../api/trpc.ts'
import { Chart, ChartGrid } from '../../figures/chart-grid.tsx'
import { EventList } from '../../figures/events.tsx'
import { FigureView } from '../../figures/figure-view.tsx'
import { DiskCharts, FileSystemCharts, line, NetCharts, PressureCharts, partsOf } from '../../figures/parts.tsx'
import { type Window, within } from '../../figures/span.ts'
import { useUnits } from '../../figures/units.ts'
import { useChoice, useShared } from '../../figures/use-choice.ts'
import { useFigures } from '../../figures/use-figures.ts'
import { apiTime, MOST_EVENTS } from '../../figures/use-task-events.ts'
import { type HistoryEntry, useHistoryLabels } from './history-lines.tsx'

/** What a VM used: its processors, its memory as its node and its guest see it, what it waited for, each disk and each interface. */
export function HostFigures({ host }: { host: Host }) {
  const t = useTranslations('figures')
  const units = useUnits()
  const choice = useChoice()
  const { now, was } = useFigures('host', host.id, choice.window, choice.compare)
  const data = now.data
  const entries = useHistoryWithin(host.id, choice.window, choice.withEvents)
  const shared = useShared(choice, data, was, entries)
  const nameOf = (name: string) => {
    const one = host.interfaces[Number(name)]
    return t('interface', { name: one?.mac ?? name })
  }
  return (
    <FigureView
      choice={choice}
      step={data?.step}
      query={now}
      isEmpty={!data || data.parts.length === 0}
      hint={host.state === 'active' ? t('noneHost') : t('noneOff')}
    >
      {data ? (
        <>
          <ChartGrid>
            {partsOf('cpu', data, was).map(({ part, past }) => (
              <Chart
                key="cpu"
                shared={shared}
                title={t('cpu')}
                lines={[line(t('used'), 'cpu', part, past), line(t('steal'), 'steal', part, past)]}
                top={100}
                format={units.percent}
              />
            ))}
            {partsOf('cpu', data, was).map(({ part, past }) => (
              <Chart
                key="ram"
                shared={shared}
                title={t('ram')}
                lines={[line(t('hostHolds'), 'ram_host', part, past), line(t('guestUses'), 'ram_guest', part, past)]}
                top={host.ram_mib}
                binary
                format={units.mib}
              />
            ))}
            <PressureCharts shared={shared} now={data} was={was} />
            <FileSystemCharts shared={shared} now={data} was={was} />
          </ChartGrid>
          <EventList entries={entries} />
          <DiskCharts shared={shared} now={data} was={was} />
          <NetCharts shared={shared} now={data} was={was} nameOf={nameOf} />
        </>
      ) : null}
    </FigureView>
  )
}

/** Entries of the VM's history within a window, oldest first: the newest twenty of them. */
function useHistoryWithin(host_id: number, { from, to }: Window, enabled: boolean) {
  const trpc = useTRPC()
  const word = useHistoryLabels()
  // The end moves on with every reading: what comes after it is left out below, so that it need not be asked for anew.
  const where = `date_create GE '${apiTime(Math.floor(from / 60) * 60)}'`
  const query = useQuery(
    trpc.vm.host.history.queryOptions(
      { params: { host_id }, query: { where, orderby: 'id desc', limit: String(MOST_EVENTS) } },
      { enabled, placeholderData: (last) => last },
    ),
  )
  const list = query.data?.list
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language alone
  return useMemo(
    () =>
      within(
        (enabled ? (list ?? []) : []).map((entry: HistoryEntry) => ({
          id: entry.id,
          time: Date.parse(entry.date_create) / 1000,
          label: word(entry),
          by: entry.user,
        })),
        { from, to },
      ),
    [list, from, to, enabled],
  )
}
