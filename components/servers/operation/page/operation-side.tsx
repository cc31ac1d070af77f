'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import Play from 'lucide-react/icons/play'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import type { Server } from '../../../../server/domain/server/record.ts'
import { useMe } from '../../../api/me.tsx'
import { useTRPC } from '../../../api/trpc.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { ConsoleIcon } from '../../../ui/display/icons.tsx'
import { ExactTime } from '../../../ui/display/time.tsx'
import { clock } from '../../../ui/display/time-labels.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'

const LiveServerConsole = lazy(() =>
  import('../../console/live-server-console.tsx').then((m) => ({ default: m.LiveServerConsole })),
)

type Props = { server: Server; operation: Operation }

/** The console while the operation runs; afterwards what was recorded of it. */
export function OperationSide({ server, operation }: Props) {
  const t = useTranslations('operations.console')
  return (
    <aside
      aria-label={t('title')}
      className="flex min-w-0 flex-col border-l border-line bg-subtle @max-[880px]:border-t @max-[880px]:border-l-0"
    >
      {operation.ended_at !== null ? (
        <Ended server={server} operation={operation} />
      ) : server.ipmi === null ? (
        <EmptyState title={t('byHand')}>{t('byHandHint')}</EmptyState>
      ) : (
        <div className="flex min-h-105 flex-1 flex-col">
          <Suspense>
            <LiveServerConsole server={server} />
          </Suspense>
        </div>
      )}
    </aside>
  )
}

function Ended({ server, operation }: Props) {
  const t = useTranslations('operations.console')
  const { isAdmin } = useMe()
  const { dci } = useTRPC()
  const { created_at, ended_at } = operation
  const meanwhile = `object EQ 'server' AND object_id EQ ${server.id} AND started_at LE '${ended_at}' AND (ended_at IS NULL OR ended_at GE '${created_at}')`
  const recordings = useQuery(
    dci.recording.list.queryOptions(isAdmin ? { query: { where: meanwhile, limit: '0,20' } } : skipToken),
  )
  const list = recordings.data?.list ?? []
  return (
    <div className="px-5 pb-4">
      <h2 className="flex h-10 items-center font-semibold">{t('ended')}</h2>
      {list.length > 0 ? (
        <Rows
          label={t('recordings')}
          rows={list}
          columns={[
            { head: t('startedAt'), cell: ({ started_at }) => <ExactTime at={started_at} /> },
            { head: t('by'), quiet: true, cell: ({ account_email }) => account_email },
            { head: t('length'), right: true, cell: ({ duration_ms }) => clock(duration_ms / 1000) },
            {
              head: <span className="sr-only">{t('replay')}</span>,
              right: true,
              cell: ({ id }) => (
                <Button size="sm" kind="quiet" icon={<Play />} asChild>
                  <Link href={paths.recording(id)}>{t('replay')}</Link>
                </Button>
              ),
            },
          ]}
        />
      ) : (
        <p className="text-fg-2">{t(isAdmin ? 'notRecorded' : 'over')}</p>
      )}
      {server.ipmi === null ? null : (
        <p className="mt-3">
          <Button size="sm" icon={<ConsoleIcon />} asChild>
            <Link href={paths.server(server.id, 'console')}>{t('open')}</Link>
          </Button>
        </p>
      )}
    </div>
  )
}
