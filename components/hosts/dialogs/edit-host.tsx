'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { hostName } from '../../../server/domain/host/schema.ts'
import { useTRPC } from '../../api/trpc.ts'
import { CheckField, TextareaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { Notice } from '../../ui/notice.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

const schema = z.object({
  name: hostName,
  comment: z.string().max(2000),
  is_protected: z.boolean(),
  extended_protection: z.boolean(),
})

/** Name, comment and protection. What somebody else changed meanwhile is said before it is written over. */
export function EditHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const latest = useQuery(trpc.vm.host.get.queryOptions({ params: { host_id: host.id } })).data ?? host
  const panel = usePanelForm({
    schema,
    defaultValues: {
      name: host.name,
      comment: host.comment ?? '',
      is_protected: host.is_protected,
      extended_protection: host.extended_protection,
    },
  })
  const { control } = panel.form
  const theirs = [
    latest.name !== host.name && t('edit.theirs', { field: t('fields.name'), value: latest.name }),
    (latest.comment ?? '') !== (host.comment ?? '') &&
      t('edit.theirs', { field: t('fields.comment'), value: latest.comment ?? '' }),
    latest.is_protected !== host.is_protected &&
      t(latest.is_protected ? 'edit.nowProtected' : 'edit.noLongerProtected'),
    latest.extended_protection !== host.extended_protection &&
      t(latest.extended_protection ? 'edit.nowProtectedFully' : 'edit.noLongerProtectedFully'),
  ].filter(Boolean)
  return (
    <FormDialog
      panel={panel}
      title={t('edit.title', { name: host.name })}
      submitLabel={theirs.length > 0 ? t('edit.replace') : t('edit.save')}
      onClose={onClose}
      onSubmit={(values) => calls.edit(latest, values)}
    >
      {theirs.length > 0 ? (
        <Notice kind="warn" title={t('edit.changed')}>
          {theirs.join(' ')}
        </Notice>
      ) : null}
      <TextField control={control} name="name" label={t('fields.name')} hint={t('edit.nameHint')} autoFocus required />
      <TextareaField control={control} name="comment" label={t('fields.comment')} />
      <CheckField control={control} name="is_protected" hint={t('edit.protectionHint')}>
        {t('edit.protection')}
      </CheckField>
      <CheckField control={control} name="extended_protection" hint={t('edit.extendedProtectionHint')}>
        {t('edit.extendedProtection')}
      </CheckField>
    </FormDialog>
  )
}
