'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay, useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { AppFrame } from '../frame/app-frame.tsx'
import { Problems, RunningTasks } from '../frame/indicators.tsx'
import type { Theme } from '../frame/remembered.ts'
import { paths } from '../paths.ts'
import { BulkRuns } from '../table/bulk-runs.tsx'
import { TaskDrawer } from '../tasks/task-drawer.tsx'
import { toast } from '../ui/floating/toast.tsx'
import { LiveNotice } from './live-notice.tsx'
import { panelNav } from './nav.ts'
import { useRunningTasks } from './use-running-tasks.ts'
import { useWork } from './use-work.ts'

const PanelPalette = lazy(() => import('../palette/panel-palette.tsx'))

type ShellFrameProps = {
  version: string
  theme: Theme
  navClosed: boolean
  navFolded: readonly string[]
  children: ReactNode
}

/** Fills the frame with what it shows on every page: navigation, tasks, problems, palette, drawer. */
export function ShellFrame({ children, ...frame }: ShellFrameProps) {
  const t = useTranslations('shell')
  const me = useMe()
  const may = useMay()
  const trpc = useTRPC()
  const { faults, warnings, ...work } = useWork()
  const running = useRunningTasks()
  const whoami = useQuery(trpc.auth.user.whoami.queryOptions())
  const signOut = useSignOut()
  const nav = panelNav(may, { entry: (name) => t(`nav.${name}`), group: (name) => t(`groups.${name}`) }, work.nav)
  return (
    <AppFrame
      {...frame}
      nav={nav}
      user={{
        name: whoami.data?.full_name || me.email,
        email: me.email,
        accountHref: paths.account(),
        tokensHref: paths.tokens(),
      }}
      onSignOut={signOut}
      tasks={
        <RunningTasks
          count={running.size}
          {...(running.percent !== null && { percent: running.percent })}
          href={paths.tasks({ f: 'status:is:created,running' })}
        />
      }
      problems={<Problems faults={faults} warnings={warnings} href={paths.problems()} />}
      drawer={<TaskDrawer />}
      palette={PanelPalette}
    >
      <LiveNotice />
      {children}
      <BulkRuns />
    </AppFrame>
  )
}

function useSignOut(): () => void {
  const t = useTranslations('shell')
  return async () => {
    try {
      const { signOut } = await import('next-auth/react')
      await signOut({ redirectTo: paths.signIn() })
    } catch {
      toast({ kind: 'fault', title: t('signOutFailed') })
    }
  }
}
