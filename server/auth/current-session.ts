import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import type { Actor } from '../api/context.ts'
import { COOKIE } from './authenticate.ts'
import { stampedAddress } from './page-address.ts'
import { findSession } from './sessions.ts'

const find = cache(async () => {
  const token = (await cookies()).get(COOKIE)?.value
  return token ? findSession(token, stampedAddress(await headers())) : null
})

/**
 * Who a page is made for, with the value that its calls have to show in `x-xsrf-token`; null when nobody is signed in, or the
 * second factor is still owed. For server components; asks the database once a page.
 */
export async function currentSession(): Promise<{ actor: Actor; xsrf: string } | null> {
  const found = await find()
  return found?.actor.confirmed ? found : null
}

/** True when the visitor has given his password and still owes the code of his authenticator. */
export async function owesSecondFactor(): Promise<boolean> {
  return (await find())?.actor.confirmed === false
}
