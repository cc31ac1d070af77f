'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, PasswordField, TextField } from '../form/fields.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { remember, type Theme, themes } from '../frame/remembered.ts'
import { useTheme } from '../frame/use-theme.ts'
import { type Locale, localeCookie, localeNames, locales } from '../i18n/locale.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { Segmented } from '../ui/controls/segmented.tsx'
import { InlineForm } from './inline-form.tsx'

const LEAST = 8

export function NameForm({ user }: { user: UserRecord }) {
  const t = useTranslations('account')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({
    schema: async () => (await import('./rules.ts')).nameRules,
    defaultValues: { full_name: user.full_name ?? '' },
  })
  return (
    <InlineForm
      panel={panel}
      submitLabel={t('save')}
      doneLabel={t('saved')}
      onSubmit={async (body) => {
        await vm.user.edit.mutate({ params: { user_id: user.id }, body })
      }}
    >
      <TextField control={panel.form.control} name="full_name" label={t('name')} autoComplete="name" />
    </InlineForm>
  )
}

/** The old password proves that it is still the same person who sits there. */
export function PasswordForm({ userId }: { userId: number }) {
  const t = useTranslations('account.password')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({
    schema: async () =>
      (await import('./rules.ts')).passwordRules(LEAST, {
        oldMissing: t('oldMissing'),
        tooShort: t('least', { least: LEAST }),
        differs: t('differs'),
      }),
    defaultValues: { old_password: '', password: '', again: '', keep_tokens: false },
    secret: ['old_password', 'password', 'again'],
  })
  const { control, reset } = panel.form
  return (
    <InlineForm
      panel={panel}
      submitLabel={t('change')}
      doneLabel={t('changed')}
      onSubmit={async ({ old_password, password, keep_tokens }) => {
        await vm.user.password.mutate({ params: { user_id: userId }, body: { old_password, password, keep_tokens } })
        reset()
      }}
    >
      <PasswordField control={control} name="old_password" label={t('old')} autoComplete="current-password" />
      <PasswordField
        control={control}
        name="password"
        label={t('new')}
        hint={t('least', { least: LEAST })}
        autoComplete="new-password"
      />
      <PasswordField control={control} name="again" label={t('again')} autoComplete="new-password" />
      <CheckField control={control} name="keep_tokens" hint={t('keepTokensHint')}>
        {t('keepTokens')}
      </CheckField>
    </InlineForm>
  )
}

/** Language, which the account remembers, and theme, which the browser does. Both show at once. */
export function ScreenChoices({ userId, theme }: { userId: number; theme: Theme }) {
  const t = useTranslations('account')
  const words = useTranslations('frame.themes')
  const router = useRouter()
  const locale = useLanguage()
  const { vm } = useTRPCClient()
  const [shown, show] = useTheme(theme)
  const speak = (lang: Locale) => {
    remember(localeCookie, lang)
    router.refresh()
    vm.user.edit.mutate({ params: { user_id: userId }, body: { lang } }).catch(faultToast(t('languageFailed')))
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <p className="mb-1 font-medium">{t('language')}</p>
        <Segmented<Locale>
          label={t('language')}
          value={locale}
          onValueChange={speak}
          options={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
      </div>
      <div>
        <p className="mb-1 font-medium">{t('theme')}</p>
        <Segmented<Theme>
          label={t('theme')}
          value={shown}
          onValueChange={show}
          options={themes.map((value) => ({ value, label: words(value) }))}
        />
      </div>
    </div>
  )
}
