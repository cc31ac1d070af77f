'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { Chart, ChartGrid, useTimes } from './chart-grid.tsx'
import { Controls } from './controls.tsx'
import { EventList, useEvents } from './events.tsx'
import { FigureView } from './figure-view.tsx'
import { before, useWindow, type Window } from './span.ts'
import { useUnits } from './units.ts'
import { canCompare } from './use-figures.ts'
import { useTaskEvents } from './use-task-events.ts'

const lines = ['cpu', 'ram', 'disk', 'net'] as const

/** What the nodes of a cluster used together. */
export function ClusterFigures({ id }: { id: number }) {
  const t = useTranslations('figures')
  const units = useUnits()
  const trpc = useTRPC()
  const state = useWindow()
  const [withEvents, setEvents] = useState(true)
  const [comparing, setComparing] = useState(false)
  const compare = comparing && canCompare(state.window)
  const asked = (query: { from: number; to: number }) => ({ params: { cluster_id: id }, query })
  const now = useQuery(trpc.vm.cluster.figures.queryOptions(asked(state.window), { placeholderData: keepPreviousData }))
  const past = useQuery(
    trpc.vm.cluster.figures.queryOptions(asked(before(state.window)), {
      placeholderData: keepPreviousData,
      enabled: compare,
    }),
  )
  const data = now.data
  const was = compare ? past.data : undefined
  const entries = useClusterEvents(id, state.window, withEvents)
  const events = useEvents(entries)
  const shared = {
    times: useTimes(data),
    events,
    onZoom: state.show,
    earlier: was && data && { by: data.to - data.from, from: was.from, step: was.step },
  }
  const one = (name: (typeof lines)[number], label: string) =>
    [{ label, values: data?.[name] ?? [], was: was?.[name] }] as const
  return (
    <FigureView
      controls={
        <Controls
          state={state}
          step={data?.step}
          events={{ on: withEvents, set: setEvents }}
          {...(canCompare(state.window) && { compare: { on: comparing, set: setComparing } })}
        />
      }
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
