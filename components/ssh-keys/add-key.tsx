'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../api/trpc.ts'
import { TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'

/** A public key from the user's clipboard. */
export default function AddKey({ userId, onClose }: { userId: number; onClose: () => void }) {
  const t = useTranslations('sshKeys')
  const { auth } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(1, t('nameMissing')).max(255),
      ssh_pub_key: z.string().trim().min(1, t('keyMissing')),
    }),
    defaultValues: { name: '', ssh_pub_key: '' },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('addTitle')}
      submitLabel={t('add')}
      width="lg"
      onClose={onClose}
      onSubmit={(body) => auth.sshkey.create.mutate({ params: { user_id: String(userId) }, body })}
    >
      <TextField control={control} name="name" label={t('name')} autoFocus required />
      <TextareaField control={control} name="ssh_pub_key" label={t('key')} hint={t('keyHint')} rows={4} mono required />
    </FormDialog>
  )
}
