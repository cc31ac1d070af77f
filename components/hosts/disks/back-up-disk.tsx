'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { MultiPickerField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'

const schema = z.object({ name: z.string().trim().max(255), places: z.array(pickedShape) })

type Props = { host: Host; disk: Disk; onClose: () => void }

/** A backup of one disk of a VM. */
export default function BackUpDisk({ host, disk, onClose }: Props) {
  const t = useTranslations('hosts.backups.make')
  const { backup } = useTRPCClient().vm
  const panel = usePanelForm({ schema, defaultValues: { name: '', places: [] } })
  const { control } = panel.form
  const load = async (text: string) => {
    const { list } = await backup.places.query({ params: { host_id: host.id } })
    const found = list.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    return { list: found.map(({ id, name }) => ({ value: String(id), label: name })), size: found.length }
  }
  return (
    <FormDialog
      panel={panel}
      title={t('diskTitle', { name: disk.name })}
      description={t(host.state === 'active' ? 'about' : 'aboutOff')}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={({ name, places }) =>
        backup.createOfDisk.mutate({
          params: { disk_id: disk.id },
          body: { ...(name && { name }), backup_locations: places.map(({ value }) => Number(value)) },
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
      <TextField control={control} name="name" label={t('name')} autoComplete="off" optional />
    </FormDialog>
  )
}
