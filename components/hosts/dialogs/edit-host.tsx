'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { hostFields } from '../../../server/domain/host/fields.ts'
import { formValues } from '../../../server/domain/shared/field.ts'
import { formShape } from '../../../server/domain/shared/field-schema.ts'
import { useTRPC } from '../../api/trpc.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { OwnFields } from '../../resource/own-fields.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

const schema = z.object(formShape(hostFields, 'edit'))

/** Name, comment and protection. What somebody else changed meanwhile is said before it is written over. */
export function EditHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const latest = useQuery(trpc.vm.host.get.queryOptions({ params: { host_id: host.id } })).data ?? host
  const panel = usePanelForm({
    schema,
    defaultValues: formValues(hostFields, 'edit', host),
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
      <OwnFields fields={hostFields} words="hosts" body="edit" control={control} autoFocus />
    </FormDialog>
  )
}
