'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { apiFault } from '../../api/fault.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { PasswordMade } from '../password-made.tsx'

/** All that the protocol uses (RFC 6143, section 7.2.2). */
const LENGTH = 8
const schema = z.object({ password: z.string().min(1).max(LENGTH), password_made: z.string() })

/** Where a VNC program connects to, and a new password for it. The console here needs neither. */
export function VncPassword({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const panel = usePanelForm({ schema, defaultValues: { password: '', password_made: '' } })
  const settings = useQuery({
    ...trpc.vm.host.vncSettings.queryOptions({ params: { host_id: host.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <FormDialog
      panel={panel}
      title={t('vnc.title', { name: host.name })}
      description={t('vnc.about')}
      submitLabel={t('password.change')}
      onClose={onClose}
      onSubmit={({ password }) => calls.vncPassword(host.id, password)}
    >
      {settings.data ? (
        <Facts
          facts={[
            // Only administrators can reach a node.
            isAdmin &&
              settings.data.port > 0 && {
                term: t('vnc.address'),
                value: <Copyable text={`${settings.data.server}:${settings.data.port}`} />,
              },
            settings.data.password !== '' && {
              term: t('vnc.now'),
              value: <Copyable text={settings.data.password}>{'•'.repeat(LENGTH)}</Copyable>,
            },
          ]}
        />
      ) : settings.error ? (
        <Notice kind="warn">{apiFault(settings.error).msg}</Notice>
      ) : null}
      <PasswordMade
        control={panel.form.control}
        name="password"
        label={t('vnc.label')}
        hint={t('vnc.hint')}
        length={LENGTH}
      />
    </FormDialog>
  )
}
