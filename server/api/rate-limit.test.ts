import { expect, it } from 'vitest'
import type { Actor } from './context.ts'
import { chargeBytes, spend } from './rate-limit.ts'

let people = 0
/** A caller with sessions of its own. */
function newAccount() {
  const account_id = ++people
  return (session: number) => ({
    actor: { account_id, session_id: account_id * 1000 + session } as Actor,
    ip: '192.0.2.1',
  })
}
const often = (times: number, work: () => void) => {
  for (let n = 0; n < times; n++) work()
}
const rejection = (work: () => void) => {
  try {
    work()
    return null
  } catch (fault) {
    return fault as { code: string; retryAfter: number }
  }
}

it('lets a minute’s worth through at once, then as much as comes back', () => {
  const caller = newAccount()(1)
  often(60, () => spend(caller, 1, 60, 0))
  expect(rejection(() => spend(caller, 1, 60, 0))).toMatchObject({ code: 'too_many', retryAfter: 1 })
  expect(rejection(() => spend(caller, 5, 60, 0))).toMatchObject({ retryAfter: 5 })
  expect(rejection(() => spend(caller, 1, 60, 999))).not.toBeNull()
  spend(caller, 1, 60, 1001)
  spend(caller, 5, 60, 6002)
  expect(rejection(() => spend(caller, 1, 60, 6002))).not.toBeNull()
})

it('charges nothing for a rejected call', () => {
  const caller = newAccount()(1)
  spend(caller, 59, 60, 0)
  often(100, () => expect(rejection(() => spend(caller, 5, 60, 0))).not.toBeNull())
  spend(caller, 1, 60, 0)
})

it('never holds more than a minute’s worth', () => {
  const caller = newAccount()(1)
  spend(caller, 1, 60, 0)
  often(60, () => spend(caller, 1, 60, 3_600_000))
  expect(rejection(() => spend(caller, 1, 60, 3_600_000))).not.toBeNull()
})

it('gives what costs more than a bucket a full one', () => {
  const caller = newAccount()(1)
  spend(caller, 1000, 60, 0)
  expect(rejection(() => spend(caller, 1000, 60, 0))).toMatchObject({ retryAfter: 60 })
  spend(caller, 1000, 60, 60_000)
})

it('counts sessions apart, and those of an account together up to three', () => {
  const [one, other] = [newAccount(), newAccount()]
  for (const session of [1, 2, 3]) often(60, () => spend(one(session), 1, 60, 0))
  expect(rejection(() => spend(one(4), 1, 60, 0))).not.toBeNull()
  spend(other(1), 60, 60, 0)
})

it('counts strangers by their network', () => {
  const from = (ip: string) => ({ actor: null, ip })
  often(6, () => spend(from('198.51.100.7'), 1, 60, 0))
  expect(rejection(() => spend(from('198.51.100.200'), 1, 60, 0))).not.toBeNull()
  spend(from('198.51.101.7'), 1, 60, 0)
})

it('also charges long bodies, without rejecting the call afterwards', () => {
  const caller = newAccount()(1)
  spend(caller, 10, 60, 0)
  chargeBytes(caller, 16 * 1024 * 40, 60)
  spend(caller, 10, 60, 0)
  expect(rejection(() => spend(caller, 1, 60, 0))).not.toBeNull()
  chargeBytes(caller, 16 * 1024 * 1000, 60)
  spend(caller, 1, 60, 1001)
})

it('is off when there is no limit', () => {
  const caller = newAccount()(1)
  for (const limit of [0, undefined]) often(1000, () => spend(caller, 100, limit, 0))
})
