'use client'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Rehearsal } from '../../server/domain/rehearsal/schema.ts'
import { rehearsalStates } from '../../server/domain/rehearsal/states.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { AskedView } from '../table/counted-views.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { Button } from '../ui/controls/button.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { RehearsalPicture } from './rehearsal-picture.tsx'
import { RehearsalState, useAnswerWords } from './rehearsal-state.tsx'

const PlanDialog = lazy(() => import('./plan-dialog.tsx'))

const newest = { field: 'id', desc: true }
const views: readonly AskedView[] = [
  { key: 'all', filters: [], where: undefined },
  ...(['passed', 'failed'] as const).map((state) => ({
    key: state,
    filters: [{ field: 'state', op: 'is' as const, values: [state] }],
    where: `state EQ '${state}'`,
  })),
]

/** What came of the rehearsals of restores, with pictures of the screens; owners see those of their VMs. */
export function RehearsalsPage() {
  const trpc = useTRPC()
  const t = useTranslations('rehearsals')
  const { isAdmin } = useMe()
  const [planning, plan] = useState(false)
  return (
    <ResourceList<Rehearsal>
      id="rehearsals"
      words="rehearsals"
      csv="vm/rehearsal"
      list={trpc.vm.rehearsal.list}
      sort={newest}
      views={views}
      filters={useRehearsalFilters()}
      columns={useRehearsalColumns()}
      rowHref={(row) => paths.rehearsal(row.id)}
      rowName={(row) => row.host.name}
      phone={(row) => ({
        detail: <RelativeTime at={row.date_create} />,
        state: <RehearsalState rehearsal={{ ...row, reason: null }} />,
      })}
      beside={isAdmin ? <Button onClick={() => plan(true)}>{t('plan.open')}</Button> : undefined}
    >
      {planning ? (
        <Suspense>
          <PlanDialog onClose={() => plan(false)} />
        </Suspense>
      ) : null}
    </ResourceList>
  )
}

function useRehearsalColumns(): readonly Column<Rehearsal>[] {
  const t = useTranslations('rehearsals')
  const plain = useColumn('rehearsals')
  const answer = useAnswerWords()
  const { isAdmin } = useMe()
  return useMemo(
    () => [
      plainColumn(
        'host.name',
        t('fields.host'),
        190,
        (row) => <NameLink href={paths.rehearsal(row.id)}>{row.host.name}</NameLink>,
        { always: true },
      ),
      plainColumn('has_picture', t('fields.picture'), 100, (row) => (
        <RehearsalPicture rehearsal={row} className="h-6 w-10" />
      )),
      plain('state', 150, (row) => <RehearsalState rehearsal={row} />),
      plainColumn('answer_ms', t('fields.answer'), 190, (row) => answer(row) ?? ''),
      plain('date_create', 130, (row) => <RelativeTime at={row.date_create} />),
      plain('backup_made_at', 130, (row) => row.backup_made_at && <RelativeTime at={row.backup_made_at} />),
      plain('started_by', 120, (row) => row.made_by ?? t('values.started_by.plan'), { quiet: true }),
      ...(isAdmin
        ? [
            plainColumn<Rehearsal>('cluster.name', t('fields.cluster'), 130, (row) => row.cluster?.name, {
              quiet: true,
              extra: true,
            }),
            plainColumn<Rehearsal>('node.name', t('fields.node'), 130, (row) => row.node?.name, { quiet: true }),
            plainColumn<Rehearsal>('account.email', t('fields.account'), 190, (row) => row.account?.email, {
              quiet: true,
              extra: true,
            }),
          ]
        : []),
    ],
    [t, answer, isAdmin, plain],
  )
}

function useRehearsalFilters(): readonly FilterField[] {
  const t = useTranslations('rehearsals')
  return useMemo(
    () => [enumFilter('state', t('fields.state'), rehearsalStates, (value) => t(`values.state.${value}`))],
    [t],
  )
}
