import { afterAll, beforeAll } from 'vitest'
import { testApi } from '../../e2e/support/api.ts'
import { SPRAYING } from './spraying.ts'

/** Of the file that runs: set by `startSignIn`. */
export let api: Awaited<ReturnType<typeof testApi>>
/** A panel of this file's own. */
export async function startSignIn(): Promise<void> {
  api = await testApi()
}
/** Before each test: what all unknown networks share has not been used yet. */
export const forgetSpraying = () =>
  api.database.pool.query('delete from sign_in_failure where subject = $1', [SPRAYING])

export const signIn = (email: string, password: string, ip: string) =>
  api.request('POST', '/auth/v4/public/token', { body: { email, password }, ip })

let networks = 0
/** An address of a network that has not been used before. */
export const somewhereNew = () => `203.${Math.floor(++networks / 250)}.${networks % 250}.1`

let people = 0
/** An account with the password of the tests. @returns its address */
export async function newcomer() {
  const email = `person${++people}@example.com`
  const { password_hash } = await api.database.prisma.account.findFirstOrThrow({ where: { id: api.ann.id } })
  await api.database.prisma.account.create({ data: { email, roles: ['@user'], password_hash } })
  return email
}

/** As if so many seconds had gone by since the last failure. */
export const pass = (seconds: number) =>
  api.database.pool.query('update sign_in_failure set last_at = last_at - make_interval(secs => $1)', [seconds])

/** What an answer says but for how long to wait. */
export const words = (body: unknown) => JSON.stringify(body).replace(/\d+ (second|minute)s/, 'a while')

/** A wait lasts a day: none ends in the middle of a test, however slow the test host is. */
export const longWaits = () => {
  beforeAll(() =>
    api.database.pool.query(`
      create function long_wait() returns trigger language plpgsql as $$ begin
        new.last_at := now() + interval '1 day';
        return new;
      end $$;
      create trigger long_wait before insert or update on sign_in_failure for each row
        when (new.failures >= 5 and new.subject <> '${SPRAYING}') execute function long_wait()`),
  )
  afterAll(() => api.database.pool.query('drop function long_wait() cascade'))
}
