import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SnmpCredentials, SnmpSession } from '../../../protocols/snmp/session.ts'
import { Agent } from './agent.ts'
import { localizedKey } from './agent-users.ts'
import { type AgentColumn, AgentView, value } from './agent-view.ts'

type Model = { name: string }
const sysName = '1.3.6.1.2.1.1.5.0'
const column: AgentColumn<Model> = {
  oid: [1, 3, 6, 1, 2, 1, 1, 5],
  rows: () => [[0]],
  read: (model) => value.octets(model.name),
  write(model, _, { bytes }, commit) {
    if (commit) model.name = bytes.toString()
    return 0
  },
}
const one = { name: 'both', auth: { protocol: 'sha', password: 'authpass123' }, writes: true } as const
const users = [
  { ...one, privacy: { protocol: 'aes', password: 'privpass123' } },
  { ...one, name: 'signs', auth: { protocol: 'md5', password: 'signpass123' }, privacy: null, writes: false },
] as const

let agent: Agent<Model>
beforeAll(async () => {
  const options = { address: '127.0.0.1', port: 0, readCommunity: 'public', writeCommunity: 'private', users }
  const suffixed = (_: Model, vlan: string) => (vlan === '10' ? { name: 'vlan ten' } : null)
  agent = await Agent.listen(new AgentView([column]), { name: 'sw1' }, options, suffixed)
})
afterAll(() => agent.close())

type V3 = Extract<SnmpCredentials, { version: 3 }>
const both: V3 = { version: 3, user: 'both', auth: one.auth, privacy: users[0].privacy }
async function told(credentials: SnmpCredentials, context?: string) {
  const { port } = agent.options
  const session = new SnmpSession(
    { address: '127.0.0.1', port, credentials, ...(context && { context }) },
    { answerMs: 300, retries: 0 },
  )
  try {
    const [found] = await session.get([sysName], AbortSignal.timeout(5_000))
    return String(found?.value)
  } catch (error) {
    return (error as Error).message
  } finally {
    session.close()
  }
}

describe('an agent with users', () => {
  it('answers who signs and encrypts as it wants it', async () => {
    expect(await told(both)).toBe('sw1')
    const { auth } = users[1]
    expect(await told({ version: 3, user: 'signs', auth, privacy: null })).toBe('sw1')
    expect(await told(both, 'vlan-10')).toBe('vlan ten')
  })

  it.each<[string, SnmpCredentials, RegExp]>([
    ['another user', { ...both, user: 'nobody' }, /does not know this user/],
    ['another password', { ...both, auth: { ...one.auth, password: 'authpass124' } }, /Wrong authentication password/],
    ['another protocol', { ...both, auth: { ...one.auth, protocol: 'md5' } }, /Wrong authentication password/],
    ['no encryption', { ...both, privacy: null }, /another security level/],
    ['no signature', { ...both, auth: null, privacy: null }, /another security level/],
    [
      'another privacy password',
      { ...both, privacy: { protocol: 'aes', password: 'privpass124' } },
      /Wrong privacy|No answer/,
    ],
    ['a community', { version: 2, community: 'private' }, /No answer/],
  ])('refuses %s', async (_, credentials, words) => {
    expect(await told(credentials)).toMatch(words)
  })

  it('lets those set who may', async () => {
    const set = (credentials: SnmpCredentials, name: string) => {
      const session = new SnmpSession({ address: '127.0.0.1', port: agent.options.port, credentials })
      return session
        .set([{ oid: sysName, type: 'octets', value: Buffer.from(name) }], AbortSignal.timeout(5_000))
        .finally(() => session.close())
    }
    await set(both, 'renamed')
    expect(agent.model.name).toBe('renamed')
    await expect(set({ version: 3, user: 'signs', auth: users[1].auth, privacy: null }, 'x')).rejects.toThrow()
    expect(agent.model.name).toBe('renamed')
  })
})

it('makes keys of passwords as RFC 3414, A.3 shows', () => {
  const engine = Buffer.from('000000000000000000000002', 'hex')
  expect(localizedKey('md5', 'maplesyrup', engine).toString('hex')).toBe('526f5eed9fcce26f8964c2930787d82b')
  expect(localizedKey('sha', 'maplesyrup', engine).toString('hex')).toBe('6695febc9288e36282235fc7151f128497b38f3f')
})
