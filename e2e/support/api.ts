import { makeApi } from '../../server/api/app.ts'
import type { RestOptions } from '../../server/api/rest.ts'
import { hashPassword } from '../../server/auth/password.ts'
import type { Role } from '../../server/domain/shared/roles.ts'
import { openBus } from '../../server/events/bus.ts'
import { testDatabase } from './database.ts'

export const PASSWORD = 'Correct-horse-1'

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
export type Answer = { status: number; body: any; headers: Headers }
type Options = { body?: unknown; token?: string; ip?: string; headers?: Record<string, string> }

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
    const env = { remote: options.ip ?? '127.0.0.1' }
    return app.fetch(new Request(`http://panel.test${path}`, { method, headers, body }), env)
  }

  async function request(method: string, path: string, options: Options = {}): Promise<Answer> {
    const response = await raw(path, { method, ...options })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }

  const password_hash = await hashPassword(PASSWORD)
  async function person(email: string, roles: Role[]) {
    const account = await database.prisma.account.create({ data: { email, roles, password_hash } })
    const { body } = await request('POST', '/auth/v4/public/token', { body: { email, password: PASSWORD } })
    const token = body.token as string
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
    /** Any request at all, from the address of this machine. */
    handle: (given: Request) => app.fetch(given, { remote: '127.0.0.1' }),
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
