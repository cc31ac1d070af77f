import { makeApi } from '../../server/api/app.ts'
import type { RestOptions } from '../../server/api/rest.ts'
import { hashPassword } from '../../server/auth/password.ts'
import { createSession } from '../../server/auth/sessions.ts'
import { rememberNetwork } from '../../server/auth/sign-in.ts'
import { transaction } from '../../server/db/transaction.ts'
import type { Role } from '../../server/domain/shared/roles.ts'
import { openBus } from '../../server/events/bus.ts'
import { testDatabase } from './database.ts'
import { checkDocumented } from './documented.ts'

export const PASSWORD = 'Correct-horse-1'
const ADDRESS = '127.0.0.1'
/** Made once for all files of a process: each takes a seventh of a second, and so does each sign-in with a password. */
let passwordHash: Promise<string> | undefined

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
export type Answer = { status: number; body: any; headers: Headers }
type Options = { body?: unknown; token?: string; ip?: string; headers?: Record<string, string> }

/** The token of a person who has just signed in with a password. */
async function signedIn(account_id: number): Promise<string> {
  const issued = { by: account_id, with: 'password', grantUntil: null } as const
  const session = { account_id, kind: 'rest', ip: ADDRESS, userAgent: '', confirmed: true, issued } as const
  return transaction(async (work) => {
    const { token } = await createSession(work, session)
    await work.tx.account.update({ where: { id: account_id }, data: { last_sign_in_at: new Date() } })
    await rememberNetwork(work, account_id, ADDRESS)
    return token
  })
}

/** The whole API in this process on a fresh database, with people to call it: `admin`, `ann` and `bob` (who may make VMs). */
export async function testApi({ rateLimit = 0, metrics }: Pick<RestOptions, 'rateLimit' | 'metrics'> = {}) {
  const database = await testDatabase()
  const messages = openBus(database.url)
  // Each request brings the address it comes from, so that requests may run side by side.
  const remoteAddress = (c: { env: unknown }) => (c.env as { remote?: string }).remote
  const app = makeApi({ trustedProxies: [], rateLimit, remoteAddress, ...(metrics && { metrics }) })

  async function raw(path: string, { method = 'GET', ...options }: Options & { method?: string } = {}) {
    const headers = new Headers(options.headers)
    if (options.token) headers.set('x-xsrf-token', options.token)
    const body =
      options.body === undefined ? null : typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
    const env = { remote: options.ip ?? ADDRESS }
    return app.fetch(new Request(`http://panel.test${path}`, { method, headers, body }), env)
  }

  async function request(method: string, path: string, options: Options = {}): Promise<Answer> {
    const response = await raw(path, { method, ...options })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    if (response.ok && isJson) checkDocumented(method, `http://panel.test${path}`, answer.body)
    return answer
  }

  passwordHash ??= hashPassword(PASSWORD)
  const password_hash = await passwordHash
  async function person(email: string, roles: Role[]) {
    const account = await database.prisma.account.create({ data: { email, roles, password_hash } })
    const token = await signedIn(account.id)
    return {
      id: account.id,
      email,
      token,
      get: (path: string, options: Options = {}) => request('GET', path, { token, ...options }),
      post: (path: string, given: unknown = {}, options: Options = {}) =>
        request('POST', path, { token, body: given, ...options }),
      delete: (path: string, options: Options = {}) => request('DELETE', path, { token, ...options }),
    }
  }
  const admin = await person('admin@example.com', ['@admin'])
  const ann = await person('ann@example.com', ['@advanced_user'])
  const bob = await person('bob@example.com', ['@advanced_user'])
  return {
    database,
    request,
    /** The response as it is, for streams. */
    fetch: raw,
    /** Any request at all, from the loopback address. */
    handle: (given: Request) => app.fetch(given, { remote: ADDRESS }),
    person,
    admin,
    ann,
    bob,
    async close() {
      await messages.close()
      await database.drop()
    },
  }
}
