'use client'
import LogOut from 'lucide-react/icons/log-out'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Locale, localeCookie, localeNames, locales } from '../i18n/locale.ts'
import { KeyIcon, UserIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuEntry } from '../ui/menu-entries.ts'
import { initials } from './initials.ts'
import { applyTheme, remember, type Theme, themes } from './remembered.ts'

export type FrameUser = { name: string; email: string; accountHref: string; tokensHref?: string }

/** Account, theme, language, sign out. */
export function UserMenu({
  user,
  theme,
  onSignOut,
}: {
  user: FrameUser
  theme: Theme
  onSignOut?: (() => void) | undefined
}) {
  const t = useTranslations('frame')
  const [now, setNow] = useState(theme)
  const entries = useSettingsEntries(now, setNow)
  const all: MenuEntry[] = [
    { label: t('account'), icon: <UserIcon />, href: user.accountHref },
    ...(user.tokensHref ? [{ label: t('tokens'), icon: <KeyIcon />, href: user.tokensHref }] : []),
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
          <div className="text-12 text-fg-3">{user.email}</div>
        </div>
      }
      trigger={
        <button
          type="button"
          aria-label={t('userMenu', { name: user.name })}
          title={user.name}
          className="grid size-6 flex-none place-items-center rounded-full bg-press text-[10px] font-semibold tracking-[0.02em] text-fg-2"
        >
          <span aria-hidden="true">{initials(user.name)}</span>
        </button>
      }
    />
  )
}

/** Theme and language as menu entries; sign-in and the telephone's menu use them too. */
export function useSettingsEntries(theme: Theme, onTheme: (theme: Theme) => void): MenuEntry[] {
  const t = useTranslations('frame')
  const router = useRouter()
  const locale = useLocale()
  const speak = (next: Locale) => {
    remember(localeCookie, next)
    router.refresh()
  }
  return [
    { kind: 'heading', label: t('theme') },
    ...themes.map((one) => ({
      label: t(`themes.${one}`),
      checked: one === theme,
      onSelect: () => {
        applyTheme(one)
        onTheme(one)
      },
    })),
    { kind: 'heading', label: t('language') },
    ...locales.map((one) => ({ label: localeNames[one], checked: one === locale, onSelect: () => speak(one) })),
  ]
}
