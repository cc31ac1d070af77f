'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { serverFields } from '../../server/domain/server/fields.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, TextareaField } from '../form/fields.tsx'
import { isMac, macsIn } from '../form/mac-list.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'

/** What a server is called and made of. Its place is a matter of its own. */
export function EditServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('servers')
  const { dci } = useTRPCClient()
  const { panel, own } = useRecordForm(serverFields, 'servers', 'edit', server, {
    shape: {
      mac: z.string().refine((text) => macsIn(text).every(isMac), t('form.macWrong')),
      efi: z.boolean(),
    },
    values: { mac: server.mac.join('\n'), efi: server.settings.efi === true },
  })
  return (
    <RecordForm
      words="servers"
      record={server}
      panel={panel}
      width="lg"
      onClose={onClose}
      onSubmit={async ({ mac, efi, ...values }) => {
        await dci.server.edit.mutate({
          params: { server_id: server.id },
          body: { ...toEdit(serverFields, values, server), mac: macsIn(mac), settings: { ...server.settings, efi } },
          if_match: server.version,
        })
      }}
    >
      <OwnFields {...own} body="edit" autoFocus>
        <TextareaField
          control={own.control}
          name="mac"
          label={t('fields.mac')}
          mono
          rows={2}
          hint={t('form.macHint')}
        />
      </OwnFields>
      <CheckField control={own.control} name="efi">
        {t('fields.efi')}
      </CheckField>
    </RecordForm>
  )
}
