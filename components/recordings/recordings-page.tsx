'use client'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../server/domain/recording/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { RecordingState, useRecordingColumns, useRecordingFilters } from './columns.tsx'
import { useRecordingActions } from './use-recording-actions.tsx'

const newest = { field: 'started_at', desc: true }
const rowHref = (recording: Recording) => paths.recording(recording.id)
const nameOf = (recording: Recording) => `${recording.object_name}, ${recording.id}`

/** What consoles showed to whom, and who and what is recorded. */
export function RecordingsPage() {
  const t = useTranslations('recordings')
  const trpc = useTRPC()
  return (
    <ResourceList<Recording>
      id="recordings"
      words="recordings"
      csv="dci/recording"
      list={trpc.dci.recording.list}
      sort={newest}
      filters={useRecordingFilters()}
      columns={useRecordingColumns()}
      rowName={nameOf}
      rowHref={rowHref}
      actions={useRecordingActions()}
      phone={(recording) => ({
        name: recording.object_name,
        detail: (
          <>
            <RelativeTime at={recording.started_at} />, {t(`kinds.${recording.kind}`)}, {recording.account_email}
          </>
        ),
        state: <RecordingState recording={recording} bare />,
      })}
    />
  )
}
