/** What came of a try: signed in, the second factor is owed, or refused for a reason, with the seconds to wait. */
export type Outcome =
  | { kind: 'in' }
  | { kind: 'code' }
  | { kind: 'refused'; why: 'forbidden' | 'too_many' | 'signed_out' | 'other'; wait: number }
  | { kind: 'away' }

const reasons = ['forbidden', 'too_many', 'signed_out'] as const

/** Reads the word of the server: `forbidden`, or `too_many.30` with the seconds to wait. */
export function readRefusal(code: string | undefined): Outcome {
  const [word, seconds] = (code ?? '').split('.')
  const wait = Number(seconds)
  return {
    kind: 'refused',
    why: reasons.find((reason) => reason === word) ?? 'other',
    wait: Number.isSafeInteger(wait) && wait > 0 ? wait : 0,
  }
}

/** One try with e-mail and password, or with the code of the second step. The session's cookie comes with the answer. */
export async function trySignIn(given: { email: string; password: string } | { code: string }): Promise<Outcome> {
  try {
    // Needed with the first press only.
    const { getSession, signIn } = await import('next-auth/react')
    const answer = await signIn('credentials', { ...given, redirect: false })
    if (!answer || answer.status >= 500) return { kind: 'away' }
    if (answer.error) return readRefusal(answer.code)
    const session = (await getSession()) as { confirmed?: boolean } | null
    if (!session) return { kind: 'away' }
    return session.confirmed === false ? { kind: 'code' } : { kind: 'in' }
  } catch {
    return { kind: 'away' }
  }
}
