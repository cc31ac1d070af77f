'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Theme } from '../frame/remembered.ts'
import { useSettingsEntries } from '../frame/user-menu.tsx'
import { localeNames } from '../i18n/locale.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { BrandMark } from '../ui/display/brand-mark.tsx'
import type { StateKind } from '../ui/display/state-mark.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import { SignInArt } from './sign-in-art.tsx'

export type Site = { name: string; kind: StateKind; word: string }

export type SignInPageProps = {
  version: string
  theme: Theme
  /** State of the sites, as far as it is shown without sign-in. */
  sites?: readonly Site[]
  statusHref?: string
  /** `SignInForm` or `CodeForm`. */
  children: ReactNode
}

/** The page before the panel: the form at the left, racks at the right, language and theme at the foot. */
export function SignInPage({ version, theme, sites = [], statusHref, children }: SignInPageProps) {
  const t = useTranslations('signIn')
  const locale = useLanguage()
  const entries = useSettingsEntries(theme)
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)_640px] bg-bg max-[1100px]:grid-cols-1">
      <div className="flex flex-col px-10 py-8 phone:px-4 phone:py-6">
        <header className="flex items-center gap-2 text-14 font-semibold">
          <BrandMark />
          Datahall
        </header>
        <main className="m-auto w-84 max-w-full py-6">{children}</main>
        <footer className="flex items-center text-12 text-fg-3">
          <span>{version}</span>
          <span className="ml-auto">
            <Menu
              label={t('settings')}
              side="top"
              entries={entries}
              trigger={
                <button type="button" className="flex items-center gap-1 rounded-xs hover:text-fg coarse:min-h-11">
                  {localeNames[locale]}
                  <ChevronDown className="size-3" />
                </button>
              }
            />
          </span>
        </footer>
      </div>
      <aside
        aria-label={t('sites')}
        className="flex flex-col items-center justify-center gap-6 border-l border-line bg-app max-[1100px]:hidden"
      >
        <SignInArt />
        <div className="flex items-center gap-4 text-12">
          {sites.map((site) => (
            <State key={site.name} kind={site.kind}>
              <span className="text-fg-2">
                {site.name} {site.word}
              </span>
            </State>
          ))}
          {statusHref ? <TextLink href={statusHref}>{t('statusPage')}</TextLink> : null}
        </div>
      </aside>
    </div>
  )
}
