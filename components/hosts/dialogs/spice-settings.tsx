'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { apiFault } from '../../api/fault.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { CheckField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

const schema = z.object({ spice_enabled: z.boolean(), spice_additional_enabled: z.boolean() })

/** Whether a VM has SPICE, and what of the guest reaches the person's computer with it. */
export function SpiceSettings({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const { spice_enabled, spice_additional_enabled } = host
  const panel = usePanelForm({ schema, defaultValues: { spice_enabled, spice_additional_enabled } })
  return (
    <FormDialog
      panel={panel}
      title={t('spice.title', { name: host.name })}
      description={t('spice.about')}
      submitLabel={t('spice.save')}
      onClose={onClose}
      onSubmit={(values) => calls.spice(host, values)}
    >
      <CheckField control={panel.form.control} name="spice_enabled" hint={t('spice.enabledHint')}>
        {t('spice.enabled')}
      </CheckField>
      <CheckField control={panel.form.control} name="spice_additional_enabled" hint={t('spice.extrasHint')}>
        {t('spice.extras')}
      </CheckField>
      {host.state === 'active' ? <Notice kind="plain">{t('spice.atStart')}</Notice> : null}
      <ForAdmins id={host.id} shown={host.spice_enabled} />
    </FormDialog>
  )
}

/** Where a program reaches the screen that has a way of its own to the node. */
function ForAdmins({ id, shown }: { id: number; shown: boolean }) {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const settings = useQuery({
    ...trpc.vm.host.spice.settings.queryOptions({ params: { host_id: id } }),
    enabled: shown && isAdmin,
    staleTime: 0,
    gcTime: 0,
  })
  if (settings.error) return <Notice kind="warn">{apiFault(settings.error).msg}</Notice>
  const { server, port = 0, password = '' } = settings.data ?? {}
  if (port === 0) return null
  return (
    <Facts
      facts={[
        { term: t('vnc.address'), value: <Copyable text={`${server}:${port}`} /> },
        { term: t('vnc.now'), value: <Copyable text={password}>{'•'.repeat(8)}</Copyable> },
      ]}
    />
  )
}
