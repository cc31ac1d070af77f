'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Server } from '../../server/domain/server/record.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { CheckField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { FieldRow } from '../ui/form-layout.tsx'
import { isMac, macsIn } from './mac-list.ts'

/** What a server is called and made of. Its place is a matter of its own. */
export function EditServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('servers')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(1).max(49),
      domain: z.union([z.literal(''), z.hostname()]),
      configuration: z.string().trim().max(500),
      barcode: z.string().trim().max(200),
      mac: z.string().refine((text) => macsIn(text).every(isMac), t('form.macWrong')),
      note: z.string().max(1500),
      efi: z.boolean(),
      is_new: z.boolean(),
    }),
    defaultValues: {
      name: server.name,
      domain: server.domain,
      configuration: server.configuration,
      barcode: server.barcode ?? '',
      mac: server.mac.join('\n'),
      note: server.note ?? '',
      efi: server.settings.efi === true,
      is_new: server.is_new,
    },
  })
  const { control } = panel.form
  const fields = ['name', 'domain', 'configuration', 'barcode', 'mac', 'note'] as const
  const label = Object.fromEntries(fields.map((field) => [field, t(`fields.${field}`)])) as Record<
    (typeof fields)[number],
    string
  >
  return (
    <FormDialog
      panel={panel}
      labels={label}
      width="lg"
      title={t('editTitle', { name: server.name })}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async ({ mac, efi, domain, ...body }) => {
        await dci.server.edit.mutate({
          params: { server_id: server.id },
          body: {
            ...body,
            ...(domain !== server.domain && { domain }),
            mac: macsIn(mac),
            settings: { ...server.settings, efi },
          },
          if_match: server.version,
        })
        await queries.invalidateQueries(trpc.dci.server.pathFilter())
      }}
    >
      <FieldRow>
        <TextField control={control} name="name" label={label.name} autoFocus required />
        <TextField control={control} name="domain" label={label.domain} mono />
      </FieldRow>
      <FieldRow>
        <TextField
          control={control}
          name="configuration"
          label={label.configuration}
          hint={t('form.configurationHint')}
        />
        <TextField control={control} name="barcode" label={label.barcode} mono />
      </FieldRow>
      <TextareaField control={control} name="mac" label={label.mac} mono rows={2} hint={t('form.macHint')} />
      <TextareaField control={control} name="note" label={label.note} rows={2} />
      <CheckField control={control} name="efi">
        {t('fields.efi')}
      </CheckField>
      <CheckField control={control} name="is_new" hint={t('form.isNewHint')}>
        {t('fields.is_new')}
      </CheckField>
    </FormDialog>
  )
}
