'use client'
import LogOut from 'lucide-react/icons/log-out'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { type Locale, localeCookie, localeNames, locales } from '../i18n/locale.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { KeyboardIcon, KeyIcon, UserIcon } from '../ui/display/icons.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { shortcuts } from '../ui/shortcuts.ts'
import { initials } from './initials.ts'
import { remember, type Theme, themes } from './remembered.ts'
import { useTheme } from './use-theme.ts'

export type FrameUser = { name: string; email: string; accountHref: string; tokensHref?: string }

/** Account, theme, language, sign out. */
export function UserMenu(props: {
  user: FrameUser
  theme: Theme
  onSignOut?: (() => void) | undefined
  /** Opens the list of keys; not where there is no keyboard. */
  onKeys?: () => void
  /** A whole line with the name, for the sheet of a telephone. */
  row?: boolean
}) {
  const { user, theme, onSignOut, onKeys, row } = props
  const t = useTranslations('frame')
  const entries = useSettingsEntries(theme)
  const all: MenuEntry[] = [
    { label: t('account'), icon: <UserIcon />, href: user.accountHref },
    ...(user.tokensHref ? [{ label: t('tokens'), icon: <KeyIcon />, href: user.tokensHref }] : []),
    ...(onKeys ? [{ label: t('keys'), icon: <KeyboardIcon />, shortcut: shortcuts.help[0], onSelect: onKeys }] : []),
    ...entries,
    ...(onSignOut ? [{ kind: 'line' } as const, { label: t('signOut'), icon: <LogOut />, onSelect: onSignOut }] : []),
  ]
  return (
    <Menu
      label={user.name}
      entries={all}
      header={
        <div className="px-2 pt-1 pb-1.5">
          <div className="font-medium">{user.name}</div>
          {user.email === user.name ? null : <div className="text-12 text-fg-3">{user.email}</div>}
        </div>
      }
      trigger={
        row ? (
          <button type="button" className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left">
            <Initials name={user.name} />
            <span className="min-w-0 truncate">{user.name}</span>
          </button>
        ) : (
          <button
            type="button"
            aria-label={t('userMenu', { initials: initials(user.name), name: user.name })}
            title={user.name}
            className="flex-none rounded-full"
          >
            <Initials name={user.name} />
          </button>
        )
      }
    />
  )
}

function Initials({ name }: { name: string }) {
  return (
    <span className="grid size-6 flex-none place-items-center rounded-full bg-press text-[10px] font-semibold tracking-[0.02em] text-fg-2">
      {initials(name)}
    </span>
  )
}

/** Theme and language as menu entries, for sign-in too; `drawn` is the theme the server drew the page with. */
export function useSettingsEntries(drawn: Theme): MenuEntry[] {
  const [theme, choose] = useTheme(drawn)
  const t = useTranslations('frame')
  const router = useRouter()
  const locale = useLanguage()
  const speak = (next: Locale) => {
    remember(localeCookie, next)
    router.refresh()
  }
  return [
    { kind: 'heading', label: t('theme') },
    ...themes.map((one) => ({
      label: t(`themes.${one}`),
      checked: one === theme,
      onSelect: () => choose(one),
    })),
    { kind: 'heading', label: t('language') },
    ...locales.map((one) => ({ label: localeNames[one], checked: one === locale, onSelect: () => speak(one) })),
  ]
}
