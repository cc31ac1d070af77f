'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { hostFields } from '../../../server/domain/host/fields.ts'
import { useTRPC } from '../../api/trpc.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { OwnFields } from '../../resource/own-fields.tsx'
import { useRecordForm } from '../../resource/record-form.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

/** Name, comment and protection. A change that another user made meanwhile is shown before it is overwritten. */
export function EditHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const common = useTranslations('resource')
  const trpc = useTRPC()
  const latest = useQuery(trpc.vm.host.get.queryOptions({ params: { host_id: host.id } })).data ?? host
  const { panel, own } = useRecordForm(hostFields, 'hosts', 'edit', host)
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
      title={common('editTitle', { name: host.name })}
      submitLabel={theirs.length > 0 ? t('edit.replace') : common('save')}
      onClose={onClose}
      onSubmit={(values) => calls.edit(latest, values)}
    >
      {theirs.length > 0 ? (
        <Notice kind="warn" title={t('edit.changed')}>
          {theirs.join(' ')}
        </Notice>
      ) : null}
      <OwnFields {...own} body="edit" autoFocus />
    </FormDialog>
  )
}
