'use client'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import type { BulkAction, BulkChosen } from '../../table/bulk.ts'
import { startBulkRun } from '../../table/bulk-run.ts'
import { addHosts } from './add-hosts.ts'

const BulkSchedule = lazy(() => import('./bulk-schedule.tsx'))

type Named = { id: number; name: string }

/** Has one of the schedules back up many VMs, all of them in one change of it. */
export function useScheduleBulk<Row extends Named>(): readonly BulkAction<Row>[] {
  const t = useTranslations('scheduleCoverage.add')
  const { vm } = useTRPCClient()
  return useMemo((): readonly BulkAction<Row>[] => {
    const run = (count: number) => t('run', { count })
    return [
      {
        id: 'schedule',
        label: t('open'),
        icon: <CalendarPlus />,
        words: { title: run, go: (count) => t('go', { count }), skip: (count) => t('skip', { count }), run },
        choices: {
          first: {},
          render: (_: readonly Row[], chosen: BulkChosen, onChange: (next: BulkChosen) => void) => (
            <Suspense>
              <BulkSchedule chosen={chosen} onChange={onChange} />
            </Suspense>
          ),
        },
        plan: (rows) => ({ go: rows, skip: [] }),
        run: async (rows, { schedule }) => {
          if (!schedule) throw new Error(t('missing'))
          void startBulkRun({
            title: run(rows.length),
            rows,
            describe: ({ id, name }) => ({ id: String(id), name, href: paths.host(id) }),
            together: async (all) => {
              const ids = all.map(({ id }) => id)
              await addHosts(vm, Number(schedule), ids)
              return ids.map(() => ({ state: 'sent' as const, task: null }))
            },
          })
        },
      },
    ]
  }, [t, vm])
}
