'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Settings from 'lucide-react/icons/settings'
import Link from 'next/link'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../server/domain/recording/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { RecordingState, useRecordingColumns, useRecordingFilters } from './columns.tsx'
import { useRecordingActions } from './use-recording-actions.tsx'

const newest = { field: 'started_at', desc: true }
const rowHref = (recording: Recording) => paths.recording(recording.id)
const nameOf = (recording: Recording) => `${recording.object_name}, ${recording.id}`

/** What consoles showed to whom, and who and what is recorded. */
export function RecordingsPage() {
  const t = useTranslations('recordings')
  const trpc = useTRPC()
  const table = useTableState({ id: 'recordings', fields: useRecordingFilters(), defaultSort: newest })
  const query = useQuery(
    trpc.dci.recording.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const actions = useRecordingActions()
  const toPhone = useCallback(
    (recording: Recording) => ({
      name: recording.object_name,
      detail: (
        <>
          <RelativeTime at={recording.started_at} />, {t(`kinds.${recording.kind}`)}, {recording.account_email}
        </>
      ),
      state: <RecordingState recording={recording} bare />,
      href: rowHref(recording),
    }),
    [t],
  )
  return (
    <ListScreen<Recording>
      title={t('title')}
      table={table}
      query={query}
      csv="dci/recording"
      columns={useRecordingColumns()}
      rowName={nameOf}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      create={
        <Button asChild icon={<Settings />}>
          <Link href={paths.recordingPolicy()}>{t('settings')}</Link>
        </Button>
      }
    >
      {actions.dialogs}
    </ListScreen>
  )
}
