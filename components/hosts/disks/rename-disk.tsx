'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'

const schema = z.object({ name: z.string().trim().min(1).max(255) })

/** Another name for a disk of a VM; the guest knows nothing of it. */
export function RenameDisk({ disk, onClose }: { disk: Disk; onClose: () => void }) {
  const t = useTranslations('hosts.disks')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({ schema, defaultValues: { name: disk.name } })
  return (
    <FormDialog
      panel={panel}
      title={t('renameTitle', { name: disk.name })}
      submitLabel={t('rename')}
      onClose={onClose}
      onSubmit={({ name }) => vm.disk.edit.mutate({ params: { disk_id: disk.id }, body: { name } })}
    >
      <TextField control={panel.form.control} name="name" label={t('name')} autoComplete="off" />
    </FormDialog>
  )
}
