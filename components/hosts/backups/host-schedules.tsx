'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import type { HostSchedule } from '../../../server/domain/schedule/protection.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { useAsking } from '../../form/use-asking.tsx'
import { useSaid } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { useKeepWords } from '../../schedules/keeps.ts'
import { useScheduleName, useWhen } from '../../schedules/time-words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { linked } from '../../ui/display/text.tsx'
import { ExactTime, RelativeTime } from '../../ui/display/time.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

const AddToSchedule = lazy(() => import('../../schedules/add-to/add-to-schedule.tsx'))

/** Which schedules back up a VM: when next, where to, what stays, and how it ended last. Administrators may add it to another. */
export function HostSchedules({ host }: { host: Host }) {
  const t = useTranslations('hosts.backups.schedules')
  const add = useTranslations('scheduleCoverage.add')
  const format = useFormatter()
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const adding = useAsking<'add'>((_, close) => <AddToSchedule host={host} onClose={close} />)
  const query = useQuery(trpc.vm.schedule.ofHost.queryOptions({ params: { host_id: host.id } }))
  return (
    <Section
      line
      title={t('title')}
      {...(query.data && { count: format.number(query.data.list.length) })}
      action={
        isAdmin ? (
          <Button size="sm" onClick={() => adding.ask('add')}>
            {add('open')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query} rows={2} label={t('title')} unread={t('unread')}>
        {({ list }) =>
          list.length === 0 ? <p className="py-2 text-12 text-fg-2">{t('none')}</p> : <Table schedules={list} />
        }
      </Loaded>
      {adding.dialogs}
    </Section>
  )
}

function Table({ schedules }: { schedules: readonly HostSchedule[] }) {
  const t = useTranslations('hosts.backups.schedules')
  const { isAdmin } = useMe()
  const nameOf = useScheduleName()
  const when = useWhen()
  const keeps = useKeepWords()
  return (
    <Rows
      label={t('title')}
      rows={schedules}
      columns={[
        {
          head: t('fields.name'),
          name: true,
          // Schedules have pages for administrators alone.
          cell: (row) => (isAdmin ? linked(paths.schedule(row.id), nameOf(row)) : nameOf(row)),
        },
        { head: t('fields.last'), cell: ({ last }) => <Last last={last} /> },
        {
          head: t('fields.next'),
          cell: ({ next_run }) =>
            next_run === null ? <State kind="pause">{t('disabled')}</State> : <ExactTime at={next_run} />,
        },
        {
          head: t('fields.when'),
          quiet: true,
          wide: true,
          cell: ({ type, start_time, time_zone }) => `${when({ type, ...start_time })}, ${time_zone}`,
        },
        { head: t('fields.places'), wide: true, cell: (row) => <Places of={row} /> },
        { head: t('fields.keeps'), quiet: true, wide: true, cell: keeps },
      ]}
    />
  )
}

const kinds = { running: 'run', done: 'ok', failed: 'fault' } as const

/** How its newest backup of this VM ended. */
function Last({ last }: Pick<HostSchedule, 'last'>) {
  const t = useTranslations('hosts.backups.schedules')
  const said = useSaid()
  if (last === null) return <State kind="off">{t('never')}</State>
  return (
    <>
      <State kind={kinds[last.state]} {...(last.fault && { detail: said(last.fault) })}>
        {t(`states.${last.state}`)}
      </State>{' '}
      <span className="text-12 text-fg-3">
        <RelativeTime at={last.at} />
      </span>
    </>
  )
}

/** Where its backups go; one that cannot be written now is marked. */
function Places({ of: { elsewhere, places } }: { of: Pick<HostSchedule, 'elsewhere' | 'places'> }) {
  const t = useTranslations('hosts.backups.schedules')
  if (!elsewhere) return t('onNode')
  if (places.length === 0) return <State kind="fault">{t('nowhere')}</State>
  return (
    <span className="flex flex-wrap gap-x-2">
      {places.map(({ id, name, usable }) =>
        usable ? (
          <span key={id}>{name}</span>
        ) : (
          <State key={id} kind="warn" detail={t('away')}>
            {name}
          </State>
        ),
      )}
    </span>
  )
}
