'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { z } from 'zod'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { gib } from '../ui/display/size.ts'
import { ExactTime } from '../ui/display/time.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { RestoreRoom } from './restore-room.tsx'

const schema = z.object({
  name: z.string().trim().max(255),
  node: pickedShape.nullable(),
  storage: pickedShape.nullable(),
})

/** A disk without a VM made of a backup. */
export function RestoreAsDisk({ backup, onClose }: { backup: AnyBackup; onClose: () => void }) {
  const t = useTranslations('restore.asDisk')
  const format = useFormatter()
  const { isAdmin } = useMe()
  const { restore } = useTRPCClient().vm
  const loaders = useLoaders()
  const panel = usePanelForm({ schema, defaultValues: { name: '', node: null, storage: null } })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: backup.disk?.name ?? backup.name })}
      description={t.rich('about', {
        at: () => <ExactTime at={backup.made_at ?? backup.date_create} />,
        size: format.number(gib(backup.estimated_size_mib), { maximumFractionDigits: 1 }),
      })}
      submitLabel={t('action')}
      onClose={onClose}
      onSubmit={async ({ name, ...chosen }) => {
        const node = pickedId(chosen.node)
        const storage = pickedId(chosen.storage)
        await restore.asDisk.mutate({
          params: { backup_id: backup.id },
          body: { ...(name !== '' && { name }), ...(node !== null && { node }), ...(storage !== null && { storage }) },
        })
      }}
    >
      <TextField control={control} name="name" label={t('name')} hint={t('nameHint')} optional />
      {isAdmin ? (
        <FieldRow columns={2}>
          <PickerField control={control} name="node" label={t('node')} load={loaders.nodes.load} optional />
          <PickerField
            control={control}
            name="storage"
            label={t('storage')}
            hint={t('storageHint')}
            load={loaders.storagesOf(null).load}
            optional
          />
        </FieldRow>
      ) : null}
      <RestoreRoom together={[backup]} storage={panel.form.watch('storage')} />
    </FormDialog>
  )
}
