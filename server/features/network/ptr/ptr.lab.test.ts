import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLab, labDevices } from '../../../../e2e/lab/api.ts'
import { labDns } from '../../../../e2e/lab/name-servers.ts'
import { until } from '../../../../e2e/support/slice.ts'
import { transaction } from '../../../db/transaction.ts'
import { startWorkerRole } from '../../../worker.ts'
import { release } from '../allocation/release.ts'
import { networkFixture } from '../fixture.ts'
import { readBack } from './read-back.ts'

const run = promisify(execFile)
const lab = currentLab()
const [bind] = labDevices(lab, 'bind')
const [powerDns] = labDevices(lab, 'power_dns')
if (!bind || !powerDns) throw new Error('These tests need a lab with name servers: lab.ts up --names 1')

let net: Awaited<ReturnType<typeof networkFixture>>
let stopWorker: () => Promise<void>
beforeAll(async () => {
  net = await networkFixture()
  stopWorker = await startWorkerRole()
})
afterAll(async () => {
  await stopWorker()
  await net.api.close()
})

const settled = () =>
  until(
    'the end of all tasks',
    async () => (await net.api.database.prisma.task.count({ where: { ended_at: null } })) === 0,
  )
/** As a resolver looks an address up: aliases followed, which servers without recursion leave to it. */
async function dig(server: string, address: string): Promise<string[]> {
  const ask = async (...which: string[]) => {
    const { stdout } = await run('dig', ['+tcp', '+short', '+time=5', '+tries=1', `@${server}`, ...which])
    return stdout.split('\n').filter((line) => line !== '')
  }
  const found = await ask('-x', address)
  const [alias] = found
  return alias?.endsWith('.in-addr.arpa.') ? [...found, ...(await ask(alias, 'PTR'))] : found
}
const add = async (body: object) => {
  const answer = await net.api.admin.post('/ip/v3/name_server', body)
  expect(answer).toMatchObject({ status: 200 })
  await settled()
  return (await net.api.admin.get(`/ip/v3/name_server/${answer.body.id}`)).body
}
const { update, api, zones } = labDns
const byUpdates = { kind: 'rfc2136', key_name: update.name, key_algorithm: update.algorithm, secret: update.secret }

describe('reverse records on real name servers', () => {
  it('are written for IPv4, a delegated part and IPv6, found by dig, and gone with the VM’s addresses', async () => {
    const { ann, database } = net.api
    expect(await add({ name: 'bind', address: bind.address, ...byUpdates })).toMatchObject({ status: 'ok' })
    await net.addNet('192.0.2.0/24', '192.0.2.1')
    const pool = await net.addPool('lab')
    for (const range of ['192.0.2.10', '192.0.2.70']) await net.addRange(pool, range)
    const host = await net.addHost('web1', ann.id)
    await database.prisma.cluster.updateMany({ data: { domain_change_allowed: true } })
    const [plain, part] = await net.give(pool, 2, host, ann.id)
    const data = { ip_addr: '2001:db8:5::7', family: 10, mask: '64', state: 'ok', host_id: host, account_id: ann.id }
    const six = await database.prisma.ip.create({ data })
    for (const { id } of [plain!, part!])
      expect((await ann.post(`/vm/v3/ip/${id}/ptr`, { domain: `web-${id}.example.com` })).status).toBe(200)
    const added = await ann.post(`/vm/v3/host/${host}/ptr`, { name: '2001:db8:5::7', domain: 'six.example.com' })
    expect(added).toMatchObject({ status: 200, body: { id: six.id } })
    await settled()
    expect(await dig(bind.address, '192.0.2.10')).toEqual([`web-${plain!.id}.example.com.`])
    expect(await dig(bind.address, '192.0.2.70')).toEqual([`70.${zones.delegated}.`, `web-${part!.id}.example.com.`])
    expect(await dig(bind.address, '2001:db8:5::7')).toEqual(['six.example.com.'])
    // As the deletion of the VM does it.
    await transaction((work) => release(work, { host_id: host }))
    await settled()
    expect(await dig(bind.address, '192.0.2.10')).toEqual([])
    expect(await dig(bind.address, '192.0.2.70')).toEqual([`70.${zones.delegated}.`])
    expect(await dig(bind.address, '2001:db8:5::7')).toEqual([])
    expect(await database.prisma.ptr.count()).toBe(0)
  })

  it('that are changed in the zone are seen, and written again', async () => {
    const { ann, admin, database } = net.api
    const [server] = (await admin.get('/ip/v3/name_server?where=name EQ bind')).body.list
    const pool = await net.addPool('drift')
    await net.addRange(pool, '192.0.2.20')
    const host = await net.addHost('web2', ann.id)
    const [address] = await net.give(pool, 1, host, ann.id)
    await ann.post(`/vm/v3/ip/${address!.id}/ptr`, { domain: 'mine.example.com' })
    await settled()
    const change = `server ${bind.address}\nzone ${zones.whole}\nupdate delete 20.${zones.whole} PTR\nupdate add 20.${zones.whole} 60 PTR theirs.example.org.\nsend\n`
    const other = run('nsupdate', ['-v', '-y', `${update.algorithm}:${update.name}:${update.secret}`])
    other.child.stdin?.end(change)
    await other
    await database.pool.query(`update ptr set read_at = now() - interval '1 hour'`)
    await readBack(server.id, AbortSignal.timeout(20_000))
    const row = async () => (await ann.get(`/vm/v3/ip?where=id EQ ${address!.id}`)).body.list[0]
    expect(await row()).toMatchObject({ ptr_status: 'drift', ptr_found: 'theirs.example.org' })
    expect((await ann.get('/vm/v3/problem')).body.list).toMatchObject([{ kind: 'ptr_drift', id: host }])
    await ann.post(`/vm/v3/host/${host}/ptr/mine.example.com`, {})
    await settled()
    expect(await row()).toMatchObject({ ptr_status: 'ok' })
    expect(await dig(bind.address, '192.0.2.20')).toEqual(['mine.example.com.'])
    await transaction((work) => release(work, { ids: [address!.id] }))
    await settled()
  })

  it('go to PowerDNS where that has the smaller zone, also one whose parent is elsewhere', async () => {
    const { ann, admin } = net.api
    const name = zones.alone
    const made = await add({
      name: 'powerdns',
      kind: 'power_dns',
      address: powerDns.address,
      secret: api.key,
      zones: `198.51.100.0/24`,
    })
    expect(made).toMatchObject({ status: 'fail', fault: expect.stringContaining('100.51.198.in-addr.arpa') })
    await admin.post(`/ip/v3/name_server/${made.id}`, { zones: name })
    await settled()
    expect((await admin.get(`/ip/v3/name_server/${made.id}`)).body).toMatchObject({ status: 'ok', zones: name })
    const pool = await net.addPool('part')
    await net.addRange(pool, '198.51.100.5')
    const host = await net.addHost('web3', ann.id)
    const [address] = await net.give(pool, 1, host, ann.id)
    await ann.post(`/vm/v3/ip/${address!.id}/ptr`, { domain: 'part.example.com' })
    await settled()
    const args = ['+tcp', '+short', `@${powerDns.address}`, `5.${name}`, 'PTR']
    expect((await run('dig', args)).stdout).toBe('part.example.com.\n')
    await transaction((work) => release(work, { ids: [address!.id] }))
    await settled()
    expect((await run('dig', args)).stdout).toBe('')
  })

  it('fail in words when the key is not the server’s', async () => {
    const fault = (await add({ ...byUpdates, name: 'wrong', address: bind.address, secret: labDns.reader.secret }))
      .fault
    expect(fault).toBe(
      `The name server ${bind.address} rejected this: the name server has another secret for the key ${update.name}`,
    )
  })
})
