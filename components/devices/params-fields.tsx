'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { NumberField, PasswordField, SelectField, TextField } from '../form/fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { type Params, usualPort } from './params.ts'

type FieldsProps<Values extends FieldValues> = {
  control: Control<Values, unknown, unknown>
  /** Version and level as they are chosen now. */
  snmp: Params['snmp_params']
  spoken: readonly string[]
  /** Names of the secrets that are kept: `snmp_params.community`. */
  known: readonly string[]
}

const versions = ['snmp_v1', 'snmp_v2c', 'snmp_v3'] as const
const levels = ['no_auth_or_privacy', 'auth_without_privacy', 'auth_with_privacy'] as const

/** How the panel speaks to a device. Secrets are never shown again: a field says only whether one is kept. */
export function ParamsFields<Values extends FieldValues & Params>(props: FieldsProps<Values>) {
  const { control, snmp, spoken, known } = props
  const t = useTranslations('device')
  const at = (name: string) => name as FieldPath<Values>
  const secret = (name: string) => (
    <PasswordField
      control={control}
      name={at(name)}
      label={t(`params.${name.split('.').at(-1) as 'password'}`)}
      autoComplete="off"
      placeholder={known.includes(name) ? t('secretKept') : t('secretNone')}
    />
  )
  const choice = (name: string, label: string, values: readonly string[]) => (
    <SelectField
      control={control}
      name={at(name)}
      label={label}
      options={values.map((value) => ({ value, label: value }))}
    />
  )
  const auth = snmp.security_level !== 'no_auth_or_privacy'
  return (
    <>
      {spoken.includes('snmp') ? (
        <>
          <FieldRow>
            <SelectField
              control={control}
              name={at('snmp_params.version')}
              label={t('params.version')}
              options={versions.map((value) => ({ value, label: t(`versions.${value}`) }))}
            />
            {snmp.version === 'snmp_v3' ? (
              <SelectField
                control={control}
                name={at('snmp_params.security_level')}
                label={t('params.security_level')}
                options={levels.map((value) => ({ value, label: t(`levels.${value}`) }))}
              />
            ) : (
              secret('snmp_params.community')
            )}
          </FieldRow>
          {snmp.version === 'snmp_v3' ? (
            <TextField
              control={control}
              name={at('snmp_params.security_username')}
              label={t('params.security_username')}
              mono
            />
          ) : null}
          {snmp.version === 'snmp_v3' && auth ? (
            <FieldRow>
              {choice('snmp_params.auth_protocol', t('params.auth_protocol'), ['MD5', 'SHA'])}
              {secret('snmp_params.auth_password')}
            </FieldRow>
          ) : null}
          {snmp.version === 'snmp_v3' && snmp.security_level === 'auth_with_privacy' ? (
            <FieldRow>
              {choice('snmp_params.privacy_protocol', t('params.privacy_protocol'), ['DES', 'AES'])}
              {secret('snmp_params.privacy_password')}
            </FieldRow>
          ) : null}
        </>
      ) : null}
      {spoken.includes('netconf') ? (
        <FieldRow columns={3}>
          <TextField control={control} name={at('netconf_params.username')} label={t('params.netconf_user')} mono />
          {secret('netconf_params.password')}
          <NumberField
            control={control}
            name={at('netconf_params.port')}
            label={t('params.netconf_port')}
            placeholder={String(usualPort.netconf_params)}
          />
        </FieldRow>
      ) : null}
      {spoken.includes('ssh') ? (
        <FieldRow columns={3}>
          <TextField control={control} name={at('ssh_params.user')} label={t('params.ssh_user')} mono />
          {secret('ssh_params.password')}
          <NumberField
            control={control}
            name={at('ssh_params.port')}
            label={t('params.ssh_port')}
            placeholder={String(usualPort.ssh_params)}
          />
        </FieldRow>
      ) : null}
    </>
  )
}
