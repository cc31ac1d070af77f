import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { readTheme, themeCookie } from '../../components/frame/remembered.ts'
import { pageTitle } from '../../components/i18n/page-title.ts'
import { paths } from '../../components/paths.ts'
import { SignInFlow } from '../../components/sign-in/sign-in-flow.tsx'
import { currentSession, owesSecondFactor } from '../../server/auth/current-session.ts'
import { stampedAddress } from '../../server/auth/page-address.ts'
import { ownPath } from '../../server/domain/shared/own-path.ts'
import { VERSION } from '../../server/process/version.ts'

export const generateMetadata = () => pageTitle('signIn')

type Query = Promise<{ [name: string]: string | string[] | undefined }>

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** Signed-in users are redirected; with a pending second factor the code is requested first. */
export default async function Page({ searchParams }: { searchParams: Query }) {
  const query = await searchParams
  const next = ownPath(one(query.next)) ?? paths.overview()
  if (await currentSession()) redirect(next)
  const head = await headers()
  return (
    <SignInFlow
      version={VERSION}
      theme={readTheme((await cookies()).get(themeCookie)?.value)}
      host={head.get('host') ?? ''}
      address={stampedAddress(head)}
      next={next}
      owesCode={await owesSecondFactor()}
      signedOut={one(query.out) !== undefined}
    />
  )
}
