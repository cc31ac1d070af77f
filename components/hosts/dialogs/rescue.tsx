'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { guestPassword } from '../../../server/domain/host/schema.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { PasswordMade } from '../password-made.tsx'

const schema = z.object({ password: guestPassword, password_made: z.string() })

/** Starts a VM from a rescue system, with a password for it. */
export function StartRescue({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.rescue')
  const panel = usePanelForm({ schema, defaultValues: { password: '', password_made: '' } })
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: host.name })}
      description={t('about')}
      submitLabel={t('start')}
      onClose={onClose}
      onSubmit={({ password }) => calls.rescue(host.id, { rescue_mode: true, password })}
    >
      <PasswordMade control={panel.form.control} name="password" label={t('password')} hint={t('hint')} />
    </FormDialog>
  )
}

/** Goes back to the VM's own system: what was stored on the disk of the rescue system is lost. */
export function LeaveRescue({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.rescue')
  return (
    <ConfirmAction
      title={t('offTitle', { name: host.name })}
      lost={t('offAbout')}
      action={t('off')}
      tone="neutral"
      run={() => calls.rescue(host.id, { rescue_mode: false })}
      onClose={onClose}
    />
  )
}
