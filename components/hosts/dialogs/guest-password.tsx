'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { conditionAhead } from '../../../server/domain/host/allowed.ts'
import { guestPassword } from '../../../server/domain/host/schema.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { showPassword } from '../made-passwords.ts'
import { PasswordMade } from '../password-made.tsx'

const schema = z.object({ password: guestPassword, password_made: z.string() })

/** A new password of the administrator inside the guest. */
export function GuestPassword({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const panel = usePanelForm({ schema, defaultValues: { password: '', password_made: '' } })
  return (
    <FormDialog
      panel={panel}
      title={t('password.title', { name: host.name })}
      description={t(conditionAhead(host) === 'stopped' ? 'password.aboutStopped' : 'password.about', {
        user: host.login_user,
      })}
      submitLabel={t('password.change')}
      onClose={onClose}
      onSubmit={async ({ password }) => {
        await calls.password(host.id, password)
        showPassword(host.id, { user: host.login_user, password })
      }}
    >
      <PasswordMade
        control={panel.form.control}
        name="password"
        label={t('password.label', { user: host.login_user })}
        hint={t('password.hint')}
      />
    </FormDialog>
  )
}
