'use client'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { CrumbsProvider } from './crumbs.tsx'
import { MobileTabs } from './mobile-tabs.tsx'
import type { NavGroup } from './nav.ts'
import type { PaletteSlot } from './palette-types.ts'
import { navCookie, remember, type Theme } from './remembered.ts'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'
import { type FrameUser, UserMenu } from './user-menu.tsx'

const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

export type AppFrameProps = {
  nav: readonly NavGroup[]
  user: FrameUser
  version: string
  theme: Theme
  /** As it was left, from the cookie. */
  navClosed: boolean
  /** Groups of the navigation that were folded, from the cookie. */
  navFolded: readonly string[]
  onSignOut?: () => void
  /** `RunningTasks` and `Problems` for the top bar. */
  tasks?: ReactNode
  problems?: ReactNode
  /** A `Drawer`; it stays while the pages under it change. */
  drawer?: ReactNode
  /** Search over objects, actions and pages; loaded when it is first opened. */
  palette: ComponentType<PaletteSlot>
  children: ReactNode
}

/** Navigation, top bar, page, drawer: everything around a page of the panel. */
export function AppFrame(props: AppFrameProps) {
  const { nav, user, version, theme, onSignOut, tasks, problems, drawer, palette: Palette, children } = props
  const t = useTranslations('frame')
  const [closed, setClosed] = useState(props.navClosed)
  // Never open, open, or closed again: dialogs of its actions outlive it.
  const [palette, setPalette] = useState<boolean | null>(null)
  const [help, setHelp] = useState(false)

  const toggle = () => {
    remember(navCookie, closed ? 'open' : 'closed')
    setClosed(!closed)
  }
  useKeys(nav, {
    palette: () => setPalette((open) => !open),
    navigation: toggle,
    help: () => setHelp(true),
  })

  return (
    <CrumbsProvider nav={nav}>
      <div
        className={cn(
          'grid h-dvh print:block print:h-auto grid-rows-[auto_minmax(0,1fr)] phone:grid-cols-1 phone:grid-rows-[auto_minmax(0,1fr)_auto]',
          closed ? 'grid-cols-[var(--nav-w-closed)_minmax(0,1fr)]' : 'grid-cols-[var(--nav-w)_minmax(0,1fr)]',
        )}
      >
        <a
          href="#main"
          className="sr-only rounded-md bg-invert px-3 py-2 text-fg-invert focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        >
          {t('skipToContent')}
        </a>
        <SideNav groups={nav} closed={closed} folded={props.navFolded} onToggle={toggle} version={version} />
        <TopBar
          onSearch={() => setPalette(true)}
          tasks={tasks}
          problems={problems}
          user={<UserMenu user={user} theme={theme} onSignOut={onSignOut} onKeys={() => setHelp(true)} />}
        />
        <div className="flex min-h-0 min-w-0 print:block">
          <main
            id="main"
            tabIndex={-1}
            className="@container relative flex min-w-0 flex-1 flex-col overflow-y-auto bg-bg outline-none print:overflow-visible"
          >
            {children}
          </main>
          {drawer}
        </div>
        <MobileTabs groups={nav} onSearch={() => setPalette(true)}>
          <UserMenu row user={user} theme={theme} onSignOut={onSignOut} />
        </MobileTabs>
      </div>
      {palette === null ? null : (
        <Suspense>
          <Palette nav={nav} open={palette} onClose={() => setPalette(false)} />
        </Suspense>
      )}
      {help ? (
        <Suspense>
          <KeysDialog nav={nav} onClose={() => setHelp(false)} />
        </Suspense>
      ) : null}
    </CrumbsProvider>
  )
}
