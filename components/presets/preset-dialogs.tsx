'use client'
import { useTranslations } from 'use-intl'
import type { Preset } from '../../server/domain/preset/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { PresetForm } from './preset-form.tsx'

/** Dialogs of the commands on presets. */
export default function PresetDialogs(props: DialogsProps<Asking<Preset>>) {
  const t = useTranslations('presets')
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="presets"
      form={PresetForm}
      remove={({ id, host_count = 0 }) => ({
        lost: t('lost', { count: host_count }),
        run: () => vm.preset.delete.mutate({ params: { preset_id: id } }),
      })}
    />
  )
}
