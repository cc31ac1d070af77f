'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { PickerField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { neededShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { useLoaders } from '../../resource/loaders.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'

/** Gives the VM to another owner. */
export function HostOwner({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const loaders = useLoaders()
  const panel = usePanelForm({
    schema: z.object({ account: neededShape(t('owner.choose')) }),
    defaultValues: { account: null },
  })
  const chosen = panel.form.watch('account')
  const same = chosen !== null && Number(chosen.value) === host.account?.id
  return (
    <FormDialog
      panel={panel}
      title={t('owner.title', { name: host.name })}
      description={t('owner.about', { owner: host.account?.email ?? '' })}
      submitLabel={t('owner.give')}
      disabledReason={same ? t('owner.same') : undefined}
      onClose={onClose}
      onSubmit={async ({ account }) => {
        if (account) await calls.owner(host.id, Number(account.value))
      }}
    >
      <PickerField
        control={panel.form.control}
        name="account"
        label={t('fields.account')}
        load={loaders.accounts.load}
      />
    </FormDialog>
  )
}
