import { expect, it } from 'vitest'
import { hostCommands, offered } from '../../components/hosts/host-rules.ts'
import { pageCommands } from '../../components/palette/page-commands.ts'
import { type Ability, abilities, may } from '../domain/shared/abilities.ts'
import { type Role, roles } from '../domain/shared/roles.ts'
import { call } from './call.ts'
import { allEndpoints } from './catalogue.ts'
import type { Actor } from './context.ts'
import { operationName } from './endpoint.ts'

const mayOf = (role: Role) => (ability: Ability) => may([role], ability)

it('gives a role what it is for', () => {
  const table = Object.fromEntries(
    roles.map((role) => [role, Object.keys(abilities).filter((a) => may([role], a as Ability))]),
  )
  expect(table).toEqual({
    '@user': ['user'],
    '@advanced_user': ['user', 'create_host', 'delete_host'],
    '@admin': ['user', 'create_host', 'delete_host', 'admin'],
  })
  expect(may([], 'user')).toBe(false)
  expect(may(['@user', '@advanced_user'], 'create_host')).toBe(true)
})

it.each(roles)('is asked before every operation, of %s', async (role) => {
  const actor: Actor = {
    account_id: 1,
    email: 'a@example.com',
    roles: [role],
    isAdmin: role === '@admin',
    lang: 'en',
    session_id: 1,
    session_kind: 'rest',
    confirmed: true,
  }
  const caller = { actor, ip: '127.0.0.1', userAgent: '', token: null, expectedVersion: null }
  // Parts that no operation takes: what passes the access check ends there.
  const parts = { params: { none: 1 }, query: { none: '1' }, body: { none: 1 } }
  const passed: string[] = []
  const open = allEndpoints.filter((e) => e.params || e.query || e.body)
  for (const e of open) {
    const words = await call({ ...e, run: () => Promise.reject(new Error('reached')) }, caller, parts).catch(
      (fault) => fault,
    )
    if (words.code !== 'forbidden') passed.push(operationName(e))
  }
  const wanted = open.filter(({ access }) => access === 'public' || access === 'mfa_pending' || mayOf(role)(access))
  expect(passed).toEqual(wanted.map(operationName))
})

it('decides what menus and the palette offer', () => {
  const commands = (role: Role) => hostCommands.filter((command) => offered(command, mayOf(role)))
  const notForUsers: readonly string[] = ['owner', 'delete', 'clone']
  expect(commands('@user')).toEqual(hostCommands.filter((command) => !notForUsers.includes(command)))
  expect(commands('@advanced_user')).toEqual(hostCommands.filter((command) => command !== 'owner'))
  expect(commands('@admin')).toEqual(hostCommands)
  const pages = (role: Role) =>
    pageCommands('', mayOf(role), { command: (name) => name, make: '' }, () => {}).map(({ title }) => title)
  expect(pages('@user')).toEqual(['openAccount'])
  expect(pages('@advanced_user')).toEqual(['createHost', 'openAccount'])
  expect(pages('@admin')).toContain('attachNode')
})
