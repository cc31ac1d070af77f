import { headers } from 'next/headers'
import { cache } from 'react'
import type { Actor } from '../api/context.ts'
import { stampedAddress } from './page-address.ts'
import { sessionToken } from './session-token.ts'
import { findSession } from './sessions.ts'

const find = cache(async () => {
  const head = await headers()
  const token = sessionToken(head.get('cookie') ?? undefined, head.has('sec-fetch-site'))
  return token ? findSession(token, stampedAddress(head)) : null
})

/**
 * The account of a page, with the value that its calls have to send in `x-xsrf-token`; null when not signed in, or the
 * second factor is pending. For server components; queries the database once a page.
 */
export async function currentSession(): Promise<{ actor: Actor; xsrf: string } | null> {
  const found = await find()
  return found?.actor.confirmed ? found : null
}

/** True when the password was correct and the code of the authenticator is still required. */
export async function owesSecondFactor(): Promise<boolean> {
  return (await find())?.actor.confirmed === false
}
