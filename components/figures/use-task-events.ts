import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC } from '../api/trpc.ts'
import { useTaskLabels } from '../tasks/labels.ts'
import type { FigureEvent } from './events.tsx'
import { type Window, within } from './span.ts'

export const apiTime = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
/** More marks than this stand upon each other. */
export const MOST_EVENTS = 20

type Of = { entity: string; ids: readonly number[] }

/**
 * Tasks about objects that began within a window, oldest first: the newest twenty of them.
 * @param of objects, kind by kind; those of the first kind are not named beside their task
 */
export function useTaskEvents(of: readonly Of[], { from, to }: Window, enabled: boolean): readonly FigureEvent[] {
  const trpc = useTRPC()
  const words = useTaskLabels()
  const about = of
    .filter(({ ids }) => ids.length > 0)
    .map(({ entity, ids }) => `(entity EQ '${entity}' AND registry_id IN (${ids.join(',')}))`)
  // The end moves on with every reading: what comes after it is left out below, so that it need not be asked for anew.
  const since = apiTime(Math.floor(from / 60) * 60)
  const query = useQuery(
    trpc.vm.task.list.queryOptions(
      {
        query: {
          where: `(${about.join(' OR ')}) AND (created_at GE '${since}')`,
          orderby: 'id desc',
          limit: String(MOST_EVENTS),
        },
      },
      { enabled, placeholderData: (last) => last },
    ),
  )
  const list = query.data?.list
  const own = of[0]?.entity
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language alone
  return useMemo(
    () =>
      within(
        (enabled ? (list ?? []) : []).map((task) => ({
          id: task.id,
          time: Date.parse(task.created_at) / 1000,
          label: [words.name(task.name), task.entity === own ? null : task.registry_name].filter(Boolean).join(' '),
          by: task.account?.email,
        })),
        { from, to },
      ),
    [list, from, to, enabled],
  )
}
