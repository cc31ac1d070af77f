import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { nodeConnection } from '../node/connections.ts'
import { queueFilterRenewal, renewNetworkRulesOn } from './network-rules.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => t.close())

const signal = () => AbortSignal.timeout(20_000)
const made = async (name: string) => (await t.done(await t.create({ name, anti_spoofing: true }))).id
const connectionOf = async (id: number) => nodeConnection((await t.host(id)).node.id, signal())
const problemsOf = async (id: number, who = t.ann) =>
  (await who.get(`/vm/v3/problem?entity=host&id=${id}`)).body.list as { kind: string }[]

/** Its node refuses packet rules from now on. */
async function refuses(id: number, code: 'device_rejected' | 'device_unreachable' = 'device_rejected') {
  const fault = new PanelError(code, msg`nft: the table is full`)
  vi.spyOn(Object.getPrototypeOf(await connectionOf(id)), 'setNetworkRules').mockRejectedValue(fault)
}
const renewed = async (id: number) => {
  const task = await transaction((work) => queueFilterRenewal(work, id))
  return t.ended(task?.consul_id ?? 0)
}

it('of a VM that its node refuses when it comes back is a problem until it takes them', async () => {
  const id = await made('watched')
  const connection = await connectionOf(id)
  const { node } = await t.host(id)
  expect(await t.host(id)).toMatchObject({ net_is_synced: true, health: { level: 'ok' } })
  await refuses(id)
  await renewNetworkRulesOn(node.id, connection, signal())
  expect(await t.host(id)).toMatchObject({ net_is_synced: false, health: { level: 'fault', kind: 'host_filter' } })
  const wanted = { kind: 'host_filter', severity: 'fault', cause: 'nft: the table is full', since: expect.any(String) }
  expect(await problemsOf(id)).toMatchObject([wanted])
  expect(await problemsOf(id, t.bob)).toEqual([])
  vi.restoreAllMocks()
  await renewNetworkRulesOn(node.id, connection, signal())
  expect(await t.host(id)).toMatchObject({ net_is_synced: true, health: { level: 'ok' } })
})

it('of a VM whose renewal has failed is a problem, also where the node was away', { timeout: 60_000 }, async () => {
  const id = await made('renewed')
  await refuses(id, 'device_unreachable')
  expect(await renewed(id)).toMatchObject({ status: 'failed' })
  expect(await problemsOf(id)).toContainEqual(
    expect.objectContaining({ kind: 'host_filter', cause: 'nft: the table is full' }),
  )
  // One that is off sends nothing.
  await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  expect((await problemsOf(id)).map(({ kind }) => kind)).toEqual(['task'])
  vi.restoreAllMocks()
  expect(await renewed(id)).toMatchObject({ status: 'complete' })
  expect(await t.host(id)).toMatchObject({ net_is_synced: true })
})

it('the node is asked before a start, and after it only for a VM that has rules or limits', async () => {
  const asked = vi.spyOn(Object.getPrototypeOf(await connectionOf(await made('asked'))), 'setNetworkRules')
  const askedAbout = async (id: number) => {
    const { internal_name } = await t.host(id)
    return asked.mock.calls.filter(([name]) => name === internal_name).length
  }
  const { id: plain } = await t.done(await t.create({ name: 'plain' }))
  expect(await askedAbout(plain)).toBe(0)
  expect(await askedAbout(await made('filtered'))).toBeGreaterThan(0)
  await t.done(await t.ann.post(`/vm/v3/host/${plain}/restart`))
  expect(await askedAbout(plain)).toBe(1)
})
