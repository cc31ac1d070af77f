'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ipmiFields } from '../../server/domain/ipmi/fields.ts'
import { controllerKinds, ipmiTypes } from '../../server/domain/ipmi/kinds.ts'
import type { Ipmi } from '../../server/domain/ipmi/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { NumberField, PasswordField, SelectField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { OwnField } from '../resource/own-fields.tsx'
import { FieldRow, FormMore } from '../ui/layout/form-layout.tsx'

type Props = { onClose: () => void } & (
  | { server: { id: number; name: string }; controller?: undefined }
  | { controller: Ipmi; server?: undefined }
)

/** The controller of a server: where it is, and how to get in. */
export function ControllerForm({ server, controller, onClose }: Props) {
  const t = useTranslations('controllers')
  const { dci } = useTRPCClient()
  const name = controller?.server_name ?? server?.name ?? ''
  const panel = usePanelForm({
    schema: z.object({
      ...formShape(ipmiFields, 'edit'),
      web_port: z.int().min(1).max(65_535).nullable(),
      password: controller ? z.string() : z.string().min(1),
    }),
    defaultValues: {
      ...formValues(ipmiFields, 'edit', controller ?? { type: ipmiTypes[0] }),
      web_port: controller?.web_port ?? null,
      password: '',
    },
    secret: ['password'],
  })
  const { control } = panel.form
  // A form that is sent again after a refusal has changed this much already.
  const kept = useRef({ id: controller?.id, version: controller?.version, web_port: controller?.web_port ?? null })
  const type = panel.form.watch('type')
  const own = { control, fields: ipmiFields, words: 'controllers' } as const
  return (
    <FormDialog
      panel={panel}
      title={t(controller ? 'form.editTitle' : 'form.addTitle', { name })}
      description={t(controller ? 'form.editHint' : 'form.addHint')}
      submitLabel={controller ? t('form.save') : t('form.add')}
      onClose={onClose}
      onSubmit={async ({ type, ip, port, web_port, username, password, mac }) => {
        const body = { type, ip, username, port, mac }
        const done = kept.current
        if (done.id === undefined)
          done.id = (
            await dci.ipmi.add.mutate({ params: { server_id: server?.id ?? 0 }, body: { ...body, password } })
          ).id
        const params = { ipmi_id: done.id }
        const if_match = () => (done.version === undefined ? {} : { if_match: done.version })
        if (web_port !== done.web_port) {
          await dci.ipmi.web.mutate({ params, body: { web_port }, ...if_match() })
          done.web_port = web_port
          if (done.version !== undefined) done.version += 1
        }
        if (controller)
          await dci.ipmi.edit.mutate({
            params,
            body: { ...body, ...(password !== '' && { password }) },
            ...if_match(),
          })
      }}
    >
      <SelectField
        control={control}
        name="type"
        label={t('fields.type')}
        options={ipmiTypes.map((value) => ({ value, label: controllerKinds[value].label }))}
      />
      <FieldRow>
        <OwnField {...own} name="ip" />
        <NumberField
          control={control}
          name="port"
          label={t('fields.port')}
          optional
          placeholder={String(controllerKinds[type].port)}
        />
      </FieldRow>
      <FieldRow>
        <OwnField {...own} name="username" autoComplete="off" />
        <PasswordField
          control={control}
          name="password"
          label={t('fields.password')}
          autoComplete="off"
          {...(controller ? { hint: t('form.passwordKept') } : { required: true })}
        />
      </FieldRow>
      <OwnField {...own} name="mac" optional />
      <FormMore title={t('form.more')}>
        <NumberField
          control={control}
          name="web_port"
          label={t('fields.web_port')}
          hint={t('form.webPortHint')}
          optional
          placeholder={String(controllerKinds[type].web_port)}
        />
      </FormMore>
    </FormDialog>
  )
}
