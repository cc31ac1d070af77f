'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { serverFields } from '../../server/domain/server/fields.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { formValues, toEdit } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, TextareaField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { isMac, macsIn } from './mac-list.ts'

/** What a server is called and made of. Its place is a matter of its own. */
export function EditServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('servers')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      ...formShape(serverFields, 'edit'),
      mac: z.string().refine((text) => macsIn(text).every(isMac), t('form.macWrong')),
      efi: z.boolean(),
    }),
    defaultValues: {
      ...formValues(serverFields, 'edit', server),
      mac: server.mac.join('\n'),
      efi: server.settings.efi === true,
    },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('editTitle', { name: server.name })}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async ({ mac, efi, ...own }) => {
        await dci.server.edit.mutate({
          params: { server_id: server.id },
          body: { ...toEdit(serverFields, own, server), mac: macsIn(mac), settings: { ...server.settings, efi } },
          if_match: server.version,
        })
      }}
    >
      <OwnFields fields={serverFields} words="servers" body="edit" control={control} autoFocus>
        <TextareaField control={control} name="mac" label={t('fields.mac')} mono rows={2} hint={t('form.macHint')} />
      </OwnFields>
      <CheckField control={control} name="efi">
        {t('fields.efi')}
      </CheckField>
    </FormDialog>
  )
}
