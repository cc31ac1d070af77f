'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../api/trpc.ts'
import { TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'

/** Which record: `id` is the address's own; with `host` it is the one of that VM that there is for `address`. */
export type PtrAsked = { id: number; address: string; domain: string; host?: number }

const schema = z.object({ domain: z.string().max(253) })

/** Asks for the host name of a reverse record; empty removes it. */
export default function PtrDialog({ asked, onClose }: { asked: PtrAsked; onClose: () => void }) {
  const t = useTranslations('ptr')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({ schema, defaultValues: { domain: asked.domain } })
  return (
    <FormDialog
      panel={panel}
      title={t('editTitle', { address: asked.address })}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async ({ domain }) => {
        if (asked.host === undefined) await vm.ip.ptr.mutate({ params: { ip_id: asked.id }, body: { domain } })
        else {
          const params = { host_id: asked.host, domain: asked.address }
          await vm.host.ptr.edit.mutate({ params, body: { domain } })
        }
      }}
    >
      <TextField
        control={panel.form.control}
        name="domain"
        label={t('domain')}
        hint={t('hint')}
        autoFocus
        autoComplete="off"
        mono
      />
    </FormDialog>
  )
}
