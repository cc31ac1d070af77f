import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { foldedCookie, navCookie, readFolded, readTheme, themeCookie } from '../../components/frame/remembered.ts'
import { paths } from '../../components/paths.ts'
import { PanelShell } from '../../components/shell/panel-shell.tsx'
import { currentSession } from '../../server/auth/current-session.ts'
import { stampedPath } from '../../server/auth/page-address.ts'
import { VERSION } from '../../server/process/version.ts'

/** Everything behind the sign-in: the frame, the way to the API and live updates. */
export default async function PanelLayout({ children }: { children: ReactNode }) {
  const session = await currentSession()
  if (!session) redirect(paths.signIn(stampedPath(await headers())))
  const { actor, xsrf } = session
  const jar = await cookies()
  return (
    <PanelShell
      me={{ account_id: actor.account_id, email: actor.email, roles: actor.roles, isAdmin: actor.isAdmin }}
      xsrf={xsrf}
      version={VERSION}
      theme={readTheme(jar.get(themeCookie)?.value)}
      navClosed={jar.get(navCookie)?.value === 'closed'}
      navFolded={readFolded(jar.get(foldedCookie)?.value)}
    >
      {children}
    </PanelShell>
  )
}
