'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { Chart, ChartGrid } from './chart-grid.tsx'
import { EventList } from './events.tsx'
import { FigureView } from './figure-view.tsx'
import { before, type Window } from './span.ts'
import { useUnits } from './units.ts'
import { useChoice, useShared } from './use-choice.ts'
import { useTaskEvents } from './use-task-events.ts'

const lines = ['cpu', 'ram', 'disk', 'net'] as const

/** What the nodes of a cluster used together. */
export function ClusterFigures({ id }: { id: number }) {
  const t = useTranslations('figures')
  const units = useUnits()
  const trpc = useTRPC()
  const choice = useChoice()
  const asked = (query: { from: number; to: number }) => ({ params: { cluster_id: id }, query })
  const now = useQuery(
    trpc.vm.cluster.figures.queryOptions(asked(choice.window), { placeholderData: keepPreviousData }),
  )
  const past = useQuery(
    trpc.vm.cluster.figures.queryOptions(asked(before(choice.window)), {
      placeholderData: keepPreviousData,
      enabled: choice.compare,
    }),
  )
  const data = now.data
  const was = choice.compare ? past.data : undefined
  const entries = useClusterEvents(id, choice.window, choice.withEvents)
  const shared = useShared(choice, data, was, entries)
  const one = (name: (typeof lines)[number], label: string) =>
    [{ label, values: data?.[name] ?? [], was: was?.[name] }] as const
  return (
    <FigureView
      choice={choice}
      step={data?.step}
      query={now}
      isEmpty={!data || !lines.some((name) => data[name].some((value) => value !== null))}
      hint={t('noneNode')}
    >
      {data ? (
        <>
          <ChartGrid>
            <Chart
              shared={shared}
              title={t('cpuOf', { count: data.cpu_number })}
              lines={one('cpu', t('used'))}
              top={100}
              format={units.percent}
            />
            <Chart
              shared={shared}
              title={t('ram')}
              lines={one('ram', t('used'))}
              top={data.ram_mib}
              binary
              format={units.mib}
            />
            <Chart shared={shared} title={t('disks')} lines={one('disk', t('readWrite'))} format={units.bytes} />
            <Chart shared={shared} title={t('interfaces')} lines={one('net', t('inOut'))} format={units.bits} />
          </ChartGrid>
          <EventList entries={entries} />
        </>
      ) : null}
    </FigureView>
  )
}

const MOST_NODES = 200

/** Tasks about the cluster itself and about its nodes. */
function useClusterEvents(id: number, window: Window, enabled: boolean) {
  const trpc = useTRPC()
  const query = { where: `cluster EQ ${id}`, orderby: 'id', limit: `0,${MOST_NODES}` }
  const nodes = useQuery(trpc.vm.node.list.queryOptions({ query }, { enabled })).data?.list
  const of = [
    { entity: 'cluster', ids: [id] },
    { entity: 'node', ids: nodes?.map((node) => node.id) ?? [] },
  ]
  return useTaskEvents(of, window, enabled && nodes !== undefined)
}
