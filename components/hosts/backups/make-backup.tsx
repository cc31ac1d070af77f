'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { backupCreate } from '../../../server/domain/backup/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { MultiPickerField, SelectField, TextareaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'

const { mode, comment } = backupCreate.shape
const schema = z.object({
  name: z.string().max(255),
  comment,
  mode,
  places: z.array(z.object({ value: z.string(), label: z.string() })),
})

/** Where to and of which disks a backup is made; says what it does to a VM that runs. */
export default function MakeBackup({ host, onClose }: { host: Host; onClose: () => void }) {
  const t = useTranslations('hosts.backups.make')
  const { backup } = useTRPCClient().vm
  const panel = usePanelForm({
    schema,
    defaultValues: { name: '', comment: '', mode: 'host_all', places: [] },
  })
  const { control } = panel.form
  const load = async (text: string) => {
    const { list } = await backup.places.query({ params: { host_id: host.id } })
    const found = list.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    return { list: found.map(({ id, name }) => ({ value: String(id), label: name })), size: found.length }
  }
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: host.name })}
      description={t(host.state === 'active' ? 'about' : 'aboutOff')}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={({ name, comment, mode, places }) =>
        backup.createOfHost.mutate({
          params: { host_id: host.id },
          body: {
            ...(name && { name }),
            ...(comment && { comment }),
            mode,
            backup_locations: places.length > 0 ? places.map(({ value }) => Number(value)) : null,
          },
        })
      }
    >
      <MultiPickerField
        control={control}
        name="places"
        label={t('places')}
        hint={t('placesHint')}
        load={load}
        optional
      />
      {host.disk_count > 1 ? (
        <SelectField
          control={control}
          name="mode"
          label={t('mode')}
          options={[
            { value: 'host_all', label: t('all') },
            { value: 'host_main', label: t('main') },
          ]}
        />
      ) : null}
      <TextField control={control} name="name" label={t('name')} autoComplete="off" optional />
      <TextareaField control={control} name="comment" label={t('comment')} optional />
    </FormDialog>
  )
}
