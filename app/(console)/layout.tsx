import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { MeProvider } from '../../components/api/me.tsx'
import { ApiProvider } from '../../components/api/provider.tsx'
import { paths } from '../../components/paths.ts'
import { currentSession } from '../../server/auth/current-session.ts'
import { stampedPath } from '../../server/auth/page-address.ts'

/** A window with nothing but a console: signed in like the panel, without its frame. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await currentSession()
  if (!session) redirect(paths.signIn(stampedPath(await headers())))
  const { actor, xsrf } = session
  return (
    <MeProvider me={{ account_id: actor.account_id, email: actor.email, roles: actor.roles, isAdmin: actor.isAdmin }}>
      <ApiProvider xsrf={xsrf}>
        <main className="flex h-dvh flex-col bg-bg">{children}</main>
      </ApiProvider>
    </MeProvider>
  )
}
