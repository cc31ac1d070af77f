'use client'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../server/domain/recording/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'

/** Asks whether a recording shall be deleted. */
export default function RecordingDialogs({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const t = useTranslations('recordings')
  const { dci } = useTRPCClient()
  const { id, object_name: name, account_email: who } = recording
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
