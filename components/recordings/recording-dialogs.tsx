'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { inWords } from '../api/in-words.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { RecordingAsking } from './use-recording-actions.tsx'

/** What is asked about recordings. Loaded with the first of them. */
export default function RecordingDialogs(props: {
  asked: RecordingAsking
  onClose: () => void
  onDeleted?: () => void
}) {
  const { asked, onClose, onDeleted } = props
  const t = useTranslations('recordings')
  const { dci } = useTRPCClient()
  if (asked.command === 'settings') return <Settings onClose={onClose} />
  const { id, object_name: name, account_email: who } = asked.recording
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('deleteTitle', { name })}
      lost={t('deleteLost', { who })}
      action={t('delete')}
      onConfirm={async () => {
        await inWords(dci.recording.delete.mutate({ params: { recording_id: id } }))
        onDeleted?.()
      }}
    />
  )
}

function Settings({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dci.recording.settings.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  return data ? <SettingsForm settings={data} onClose={onClose} /> : null
}
