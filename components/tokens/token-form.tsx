'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { writeDate } from '../../server/domain/token/date.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PasswordField, SelectField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import type { MadeToken } from './token-made.tsx'

/** Days; the last is for ever. */
const lifetimes = ['30', '90', '365', '0'] as const
const DAY_MS = 24 * 3600 * 1000

type TokenFormProps = {
  /** The account has a second factor: its code proves who asks, otherwise the password. */
  factor: boolean
  onMade: (token: MadeToken) => void
  onClose: () => void
}

/** Asks what the token is for and how long; hands over its value, which the server does not tell again. */
export default function TokenForm({ factor, onMade, onClose }: TokenFormProps) {
  const t = useTranslations('tokens')
  const { auth } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      description: z.string().trim().min(1, t('form.descriptionMissing')).max(300),
      lifetime: z.enum(lifetimes),
      password: factor ? z.string() : z.string().min(1, t('form.passwordMissing')),
      code: factor
        ? z
            .string()
            .trim()
            .regex(/^(\d{6}|\d{8})$/, t('form.codeMissing'))
        : z.string(),
    }),
    defaultValues: { description: '', lifetime: '90' as const, password: '', code: '' },
    secret: ['password', 'code'],
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('form.title')}
      description={t('form.hint')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async ({ description, lifetime, password, code }) => {
        const days = Number(lifetime)
        const body = {
          description,
          ...(days > 0 && { expires_at: writeDate(new Date(Date.now() + days * DAY_MS)) }),
          ...(factor ? { code } : { password }),
        }
        const { token, expires_at } = await auth.token.create.mutate({ body })
        onMade({ description, token, expires_at })
      }}
    >
      <TextField
        control={control}
        name="description"
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        autoFocus
        autoComplete="off"
        required
      />
      <SelectField
        control={control}
        name="lifetime"
        label={t('form.lifetime')}
        options={lifetimes.map((value) => ({ value, label: t(`form.lifetimes.${value}`) }))}
      />
      {factor ? (
        <TextField
          control={control}
          name="code"
          label={t('form.code')}
          hint={t('form.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          mono
          required
        />
      ) : (
        <PasswordField
          control={control}
          name="password"
          label={t('form.password')}
          hint={t('form.passwordHint')}
          autoComplete="current-password"
          required
        />
      )}
    </FormDialog>
  )
}
