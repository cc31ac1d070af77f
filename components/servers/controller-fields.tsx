'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { controllerKinds, ipmiTypes } from '../../server/domain/ipmi/kinds.ts'
import { PasswordField, SelectField, TextField } from '../form/fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'

type Name = `controller_${'type' | 'ip' | 'username' | 'password'}`

/** The management controller of a server that is being made; one can be added later as well. */
export function ControllerFields<Values extends FieldValues>(props: {
  control: Control<Values, unknown, unknown>
  names: Record<Name, FieldPath<Values>>
}) {
  const { control, names } = props
  const t = useTranslations('controllers.fields')
  const secret = { control, autoComplete: 'off', optional: true } as const
  return (
    <>
      <FieldRow>
        <SelectField
          control={control}
          name={names.controller_type}
          label={t('type')}
          options={ipmiTypes.map((value) => ({ value, label: controllerKinds[value].label }))}
        />
        <TextField control={control} name={names.controller_ip} label={t('ip')} mono optional />
      </FieldRow>
      <FieldRow>
        <TextField {...secret} name={names.controller_username} label={t('username')} />
        <PasswordField {...secret} name={names.controller_password} label={t('password')} />
      </FieldRow>
    </>
  )
}

/** As the forms call them. */
export const controllerNames = {
  controller_type: 'controller_type',
  controller_ip: 'controller_ip',
  controller_username: 'controller_username',
  controller_password: 'controller_password',
} as const
