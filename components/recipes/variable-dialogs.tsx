'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { type ScriptVariable, variableCreate } from '../../server/domain/script-variable/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, PasswordField, TextField } from '../form/fields.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'

const schema = z.object({
  name: variableCreate.shape.name,
  value: variableCreate.shape.value,
  comment: z.string().max(200),
  hidden: z.boolean(),
  is_global: z.boolean(),
})

/** Dialogs of the commands on script variables. */
export default function VariableDialogs(props: DialogsProps<Asking<ScriptVariable>>) {
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="recipes.variables"
      form={(form) => <VariableForm {...form} />}
      remove={(variable) => ({
        list: paths.recipes({ tab: 'variables' }),
        run: () => vm.scriptVariable.delete.mutate({ params: { variable_id: variable.id } }),
      })}
    />
  )
}

/** A hidden value is not shown again: left empty, it stays as it is. */
function VariableForm({ record, onClose }: FormProps<ScriptVariable>) {
  const t = useTranslations('recipes.variables')
  const { isAdmin } = useMe()
  const { vm } = useTRPCClient()
  const panel = usePanelForm({
    schema,
    defaultValues: {
      name: record?.name ?? '',
      value: record?.value ?? '',
      comment: record?.comment ?? '',
      hidden: record?.hidden ?? false,
      is_global: record?.scope === 'global',
    },
    secret: ['value'],
  })
  const { control } = panel.form
  const hidden = useWatch({ control, name: 'hidden' })
  const value = { control, name: 'value' as const, label: t('fields.value') }
  return (
    <RecordForm
      words="recipes.variables"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ is_global, value: typed, ...values }) => {
        const scope = isAdmin ? { scope: is_global ? ('global' as const) : ('local' as const) } : {}
        if (!record) return vm.scriptVariable.create.mutate({ body: { ...values, ...scope, value: typed } })
        const stays = record.hidden && typed === ''
        const body = { ...values, ...scope, ...(!stays && { value: typed }) }
        return vm.scriptVariable.edit.mutate({ params: { variable_id: record.id }, body, if_match: record.version })
      }}
    >
      <TextField control={control} name="name" label={t('fields.name')} hint={t('hints.name')} required autoFocus />
      {hidden ? (
        <PasswordField {...value} autoComplete="off" {...(record?.hidden && { hint: t('hints.stays') })} />
      ) : (
        <TextField {...value} />
      )}
      <CheckField control={control} name="hidden" hint={t('hints.hidden')}>
        {t('fields.hidden')}
      </CheckField>
      {isAdmin ? (
        <CheckField control={control} name="is_global" hint={t('hints.global')}>
          {t('fields.is_global')}
        </CheckField>
      ) : null}
      <TextField control={control} name="comment" label={t('fields.comment')} />
    </RecordForm>
  )
}
