'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { hostName } from '../../../server/domain/host/schema.ts'
import { CheckField, TextareaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'

const schema = z.object({ name: hostName, comment: z.string().max(2000), is_protected: z.boolean() })

/** Name, comment and protection. A change somebody else made meanwhile is not overwritten. */
export function EditHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const panel = usePanelForm({
    schema,
    defaultValues: { name: host.name, comment: host.comment ?? '', is_protected: host.is_protected },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      labels={{ name: t('fields.name'), comment: t('fields.comment'), is_protected: t('fields.is_protected') }}
      title={t('edit.title', { name: host.name })}
      submitLabel={t('edit.save')}
      onClose={onClose}
      onSubmit={(values) => calls.edit(host, values)}
    >
      <TextField control={control} name="name" label={t('fields.name')} hint={t('edit.nameHint')} autoFocus required />
      <TextareaField control={control} name="comment" label={t('fields.comment')} />
      <CheckField control={control} name="is_protected" hint={t('edit.protectionHint')}>
        {t('edit.protection')}
      </CheckField>
    </FormDialog>
  )
}
