'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { guestPassword } from '../../../server/domain/host/schema.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { showPassword } from '../made-passwords.ts'
import { PasswordMade } from '../password-made.tsx'

const schema = z.object({ password: guestPassword, password_made: z.string() })

/** Creates a VM whose creation failed once more. The password of the failed creation was not kept. */
export function RetryHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const panel = usePanelForm({ schema, defaultValues: { password: '', password_made: '' } })
  const label = t('retry.password', { user: host.login_user })
  return (
    <FormDialog
      panel={panel}
      title={t('retry.title', { name: host.name })}
      description={t('retry.about')}
      submitLabel={t('retry.submit')}
      onClose={onClose}
      onSubmit={async ({ password }) => {
        await calls.retry(host.id, password)
        showPassword(host.id, { user: host.login_user, password })
      }}
    >
      <PasswordMade control={panel.form.control} name="password" label={label} hint={t('password.hint')} />
    </FormDialog>
  )
}
