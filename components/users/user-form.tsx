'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { roles, rolesByPower } from '../../server/domain/shared/roles.ts'
import { userFields } from '../../server/domain/user/fields.ts'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { SelectField, TextField } from '../form/fields.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { PasswordMade } from '../hosts/password-made.tsx'
import { paths } from '../paths.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { RecordForm } from '../resource/record-form.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { changedRoles, mainRole, roleLabels } from './roles.ts'

const LEAST = 8

/** A new user, or an existing one; a change that another user made meanwhile is not overwritten. */
export function UserForm({ user, onClose }: { user?: UserRecord; onClose: () => void }) {
  const t = useTranslations('users')
  const router = useRouter()
  const { account_id } = useMe()
  const { auth } = useTRPCClient()
  const own = user?.id === account_id
  const panel = usePanelForm({
    schema: z.object({
      email: z.email(t('form.emailWrong')).max(254),
      ...formShape(userFields, 'edit'),
      role: z.enum(roles),
      password: z
        .string()
        .max(1024)
        .refine(
          (text) => text.length >= LEAST || (user !== undefined && text === ''),
          t('form.passwordShort', { least: LEAST }),
        ),
      password_made: z.string(),
    }),
    defaultValues: {
      email: user?.email ?? '',
      ...formValues(userFields, 'edit', user ?? { lang: 'en' }),
      role: user ? mainRole(user.roles) : ('@user' as const),
      password: '',
      password_made: '',
    },
    secret: ['password', 'password_made'],
  })
  const { control } = panel.form
  const fields = { control, fields: userFields, words: 'users' } as const
  return (
    <RecordForm
      words="users"
      record={user && { name: user.email }}
      panel={panel}
      width="lg"
      onClose={onClose}
      onSubmit={async ({ role: chosen, password, password_made: _made, ...profile }) => {
        if (!user) {
          const { id } = await auth.user.create.mutate({ body: { ...profile, role: chosen, password } })
          router.push(paths.user(id))
          return
        }
        const roles = changedRoles(user.roles, chosen)
        const body = { ...profile, ...(roles && { roles }), ...(password && { password }) }
        await auth.user.edit.mutate({ params: { user_id: String(user.id) }, body, if_match: user.version })
      }}
    >
      <FieldRow>
        <TextField control={control} name="email" label={t('fields.email')} type="email" autoFocus required />
        <OwnField {...fields} name="full_name" autoComplete="off" />
      </FieldRow>
      <FieldRow columns={3}>
        <SelectField
          control={control}
          name="role"
          label={t('fields.role')}
          disabled={own}
          hint={own ? t('form.ownRole') : user ? t('form.roleHint') : undefined}
          options={rolesByPower.map((value) => ({ value, label: t(`roles.${roleLabels[value]}`) }))}
        />
        <OwnField {...fields} name="lang" />
        <OwnField {...fields} name="phone_number" type="tel" />
      </FieldRow>
      <OwnFields {...fields} body="edit" without={['full_name', 'lang', 'phone_number']} />
      {own ? (
        <p className="text-12 text-fg-2 [&_a]:underline">
          {t.rich('form.ownPassword', {
            link: (chunk) => <TextLink href={paths.account()}>{chunk}</TextLink>,
          })}
        </p>
      ) : (
        <PasswordMade
          control={control}
          name="password"
          label={user ? t('fields.newPassword') : t('fields.password')}
          hint={user ? t('form.passwordKept') : t('form.passwordHint', { least: LEAST })}
        />
      )}
    </RecordForm>
  )
}
