'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { guestPassword, hostName } from '../../../server/domain/host/schema.ts'
import { absentIfEmpty } from '../../../server/domain/shared/fields.ts'
import { TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { showPassword } from '../made-passwords.ts'
import { PasswordMade } from '../password-made.tsx'

const schema = z.object({ name: hostName, password: absentIfEmpty(guestPassword), password_made: z.string() })
const LONGEST = 43

/** Another VM with copies of the disks, and an identity of its own. */
export function CloneHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const panel = usePanelForm({
    schema,
    defaultValues: { name: `${host.name.slice(0, LONGEST)}-clone`, password: '', password_made: '' },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('clone.title', { name: host.name })}
      description={t(host.state === 'active' ? 'clone.aboutRunning' : 'clone.about')}
      submitLabel={t('clone.submit')}
      onClose={onClose}
      onSubmit={async ({ name, password }) => {
        const clone = await calls.clone(host.id, { name, ...(password && { password }) })
        if (password) showPassword(clone.id, { user: host.login_user, password })
      }}
    >
      <TextField control={panel.form.control} name="name" label={t('fields.name')} mono />
      <PasswordMade
        control={panel.form.control}
        name="password"
        label={t('password.label', { user: host.login_user })}
        hint={t('clone.password', { name: host.name })}
      />
    </FormDialog>
  )
}
