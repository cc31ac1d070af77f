'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import { SettingsForm } from './settings-form.tsx'
import type { RecordingAsking } from './use-recording-actions.tsx'

/** What is asked about recordings. Loaded with the first of them. */
export default function RecordingDialogs({ asked, onClose }: { asked: RecordingAsking; onClose: () => void }) {
  const t = useTranslations('recordings')
  const { dci } = useTRPCClient()
  if (asked.command === 'settings') return <Settings onClose={onClose} />
  const { id, object_name: name, account_email: who } = asked.recording
  return (
    <DeleteObject
      name={name}
      untyped
      title={t('deleteTitle', { name })}
      lost={t('deleteLost', { who })}
      action={t('delete')}
      page={paths.recording(id)}
      list={paths.recordings()}
      run={() => dci.recording.delete.mutate({ params: { recording_id: id } })}
      onClose={onClose}
    />
  )
}

function Settings({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dci.recording.settings.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  return data ? <SettingsForm settings={data} onClose={onClose} /> : null
}
