'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../../server/domain/recording/schema.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { NotFound } from '../../frame/fault-page.tsx'
import { paths } from '../../paths.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DeleteIcon } from '../../ui/display/icons.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ExactTime } from '../../ui/display/time.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { RecordingState } from '../columns.tsx'
import { useRecordingActions } from '../use-recording-actions.tsx'

const Player = lazy(() => import('./player.tsx'))

/** One recording, played. */
export function PlayerPage({ id }: { id: number }) {
  const t = useTranslations('recordings')
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.recording.get.queryOptions({ params: { recording_id: id } }))
  const recording: Recording | undefined = query.data
  const actions = useRecordingActions()
  useTitle(recording?.object_name)
  const fault = query.error ? apiFault(query.error) : null
  if (fault?.http === 404) return <NotFound />
  if (!recording)
    return fault ? (
      <div className="p-6">
        <h1 className="sr-only">{t('title')}</h1>
        <ErrorState title={t('unread')} cause={fault.msg} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <p className="animate-late p-6 text-fg-3">{t('loading')}</p>
    )
  const { object, object_id, object_name: name, kind, mode, account_email, started_at, state } = recording
  const href = object === 'host' ? paths.host(object_id) : paths.server(object_id)
  return (
    <>
      <PageCrumbs crumbs={[{ label: name }]} />
      <PageHeader
        title={name}
        badges={<RecordingState recording={recording} />}
        actions={
          <Button
            icon={<DeleteIcon />}
            disabledReason={state === 'running' ? t('stillRunning') : undefined}
            onClick={() => actions.ask(recording)}
          >
            {t('delete')}
          </Button>
        }
        below={
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
            <TextLink href={href}>{t(`objects.${object}`)}</TextLink>
            <span>{t(`kinds.${kind}`)}</span>
            <span>
              {account_email}, {t(`modes.${mode}`)}
            </span>
            <ExactTime at={started_at} />
          </p>
        }
      />
      <Suspense fallback={<p className="animate-late p-6 text-fg-3">{t('loading')}</p>}>
        <Player key={id} recording={recording} />
      </Suspense>
      {actions.dialogs}
    </>
  )
}
