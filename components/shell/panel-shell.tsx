'use client'
import type { ReactNode } from 'react'
import { type Me, MeProvider } from '../api/me.tsx'
import { ApiProvider } from '../api/provider.tsx'
import type { Theme } from '../frame/remembered.ts'
import { ShellFrame } from './shell-frame.tsx'

export type PanelShellProps = {
  me: Me
  /** Proves to the API that a call comes from this page. */
  xsrf: string
  version: string
  theme: Theme
  navClosed: boolean
  navFolded: readonly string[]
  children: ReactNode
}

/** The signed-in panel: who is here, how to call the server, and the frame that stays while pages change. */
export function PanelShell({ me, xsrf, children, ...frame }: PanelShellProps) {
  return (
    <MeProvider me={me}>
      <ApiProvider xsrf={xsrf}>
        <ShellFrame {...frame}>{children}</ShellFrame>
      </ApiProvider>
    </MeProvider>
  )
}
