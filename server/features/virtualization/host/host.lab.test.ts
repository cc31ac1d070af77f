import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { inNode, nodeDown, nodeUp } from '../../../../e2e/lab/api.ts'
import { GUEST_PASSWORD, hostLab } from './lab-fixture.ts'

const run = promisify(execFile)
const { lab, node1, node2, api, cluster, ...panel } = await hostLab()
const { until, ended, done, host, attach, create, packetRules, filtersOn, leftovers } = panel
afterAll(() => panel.close())

describe('attaching a node', () => {
  // At once: they wait for what does not answer.
  it.concurrent.each([
    ['a wrong password', { password: 'wrong' }, /password/i],
    ['nobody there', { ip: '10.90.0.99' }, /does not accept connections/],
    ['no SSH there', { ip: '10.90.0.1', ssh_port: 9 }, /does not accept connections/],
  ])('says so for %s, and leaves nothing half-made', async (what, extra, words) => {
    const answer = await attach(node1, { name: what.replaceAll(' ', '-'), ...extra })
    const task = await ended(answer.body.task)
    expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringMatching(words) } })
    const { body } = await api.admin.get(`/vm/v3/node/${answer.body.id}`)
    expect(body).toMatchObject({ state: 'crashed', libvirt_error: expect.stringMatching(words) })
    expect((await api.database.prisma.node.findUniqueOrThrow({ where: { id: body.id } })).attach_password).toBeNull()
    await done(await api.admin.delete(`/vm/v3/node/${body.id}`))
  })

  it('checks, probes and reads a real node, step by step', async () => {
    const { body } = await attach(node1)
    await done({ status: 200, body })
    expect((await api.admin.get(`/vm/v3/node/${body.id}`)).body).toMatchObject({
      state: 'active',
      accelerator: 'tcg',
      cpu_number: 2,
      libvirt_version: '9.0.0',
    })
    const { steps } = (await api.admin.get(`/vm/v3/task/${body.task}`)).body
    expect(steps.map((step: { name: string }) => step.name)).toEqual([
      'connect',
      'check_os',
      'check_hypervisor',
      'probe_acceleration',
      'read_capabilities',
      'read_hardware',
      'directories',
      'read_storage',
      'install_key',
      'sign_in_with_key',
      'save',
    ])
    await done(await attach(node2))
  })
})

describe('a VM', () => {
  let id = 0

  it('comes up with its address, and its owner signs in with the chosen password', async () => {
    const made = await done(await create({ name: 'first', node: undefined }))
    id = made.id
    const row = await host(id)
    expect(row).toMatchObject({
      state: 'active',
      disabled: false,
      ip4: [{ ip: '10.90.0.100', interface: 'eth0' }],
      account: { email: 'ann@example.com' },
    })
    expect(row.internal_name).not.toContain('first')
    const ssh = [
      '-o',
      'StrictHostKeyChecking=no',
      '-o',
      'UserKnownHostsFile=/dev/null',
      '-o',
      'ConnectTimeout=2',
      '-o',
      'ConnectionAttempts=20',
      'root@10.90.0.100',
    ]
    const said = await until('the guest answers', async () => {
      try {
        return (await run('sshpass', ['-p', GUEST_PASSWORD, 'ssh', ...ssh, 'hostname'], { timeout: 20_000 })).stdout
      } catch {
        await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
        return false
      }
    })
    expect(said.trim()).toBe('first')
  })

  it('gets a password while its guest boots: it is waited for, then the owner signs in with it', {
    tags: 'long',
  }, async () => {
    await done(await api.ann.post(`/vm/v3/host/${id}/restart`, { force: true }))
    const password = 'While-booting-2'
    const asked = Date.now()
    expect(await api.ann.post(`/vm/v3/host/${id}/password`, { password })).toMatchObject({ status: 200, body: {} })
    const [entry] = (await api.ann.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list
    expect(entry).toMatchObject({ state: 'running', params: { waits_for: 'guest agent' } })
    console.log(`answered after ${Date.now() - asked} ms`)
    const newest = async () => (await api.ann.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list[0]
    // The VM is free a moment before its task is closed.
    const over = await until('the task is closed', async () => (await newest()).state !== 'running' && newest())
    expect(over).toMatchObject({ name: 'host_change_password', state: 'complete' })
    expect(await host(id)).toMatchObject({ disabled: false })
    console.log(`set after ${Date.now() - asked} ms`)
    const ssh = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=2']
    const said = await until('the guest answers', async () => {
      try {
        return (
          await run('sshpass', ['-p', password, 'ssh', ...ssh, 'root@10.90.0.100', 'hostname'], { timeout: 20_000 })
        ).stdout
      } catch {
        return false
      }
    })
    expect(said.trim()).toBe('first')
  })

  it('is invisible to others, in every way of asking', async () => {
    for (const path of [`/vm/v3/host/${id}`, `/vm/v3/host/${id}/history`, `/vm/v3/host/${id}/vnc_settings`]) {
      const other = await api.bob.get(path)
      const absent = await api.bob.get(path.replace(String(id), '999999'))
      expect(other.status).toBe(404)
      expect(other.body.error.code).toBe(absent.body.error.code)
    }
    expect((await api.bob.post(`/vm/v3/host/${id}/stop`)).status).toBe(404)
    expect((await api.bob.get('/vm/v3/host?where=name EQ first')).body).toMatchObject({ list: [], size: 0 })
    expect((await api.bob.get('/vm/v3/task')).body.list).toEqual([])
  })

  it('stops, starts and restarts; asking for what already is succeeds', async () => {
    const history = async () => (await api.ann.get(`/vm/v3/host/${id}/history?orderby=id`)).body.list
    const before = (await history()).length
    await done(await api.ann.post(`/vm/v3/host/${id}/stop`))
    expect(await host(id)).toMatchObject({ state: 'stopped', disabled: false, uptime: null })
    await done(await api.ann.post(`/vm/v3/host/${id}/stop`))
    await done(await api.ann.post(`/vm/v3/host/${id}/start`))
    await done(await api.ann.post(`/vm/v3/host/${id}/start`))
    const restart = await api.ann.post(`/vm/v3/host/${id}/restart`, { force: true, host_id: id })
    expect(restart.body).toMatchObject({ stop_task: expect.any(Number), start_task: expect.any(Number) })
    const queued = await api.ann.post(`/vm/v3/host/${id}/stop`)
    await done(restart)
    expect(await ended(restart.body.start_task)).toMatchObject({ name: 'host_start', status: 'complete' })
    await done(queued)
    expect(await host(id)).toMatchObject({ state: 'stopped', disabled: false })
    await done(await api.ann.post(`/vm/v3/host/${id}/start`))
    const since = (await history()).slice(before) as { name: string; state: string }[]
    expect(since.map((row) => `${row.name} ${row.state}`).slice(0, 4)).toEqual([
      'host_stop complete',
      'host_stop complete',
      'host_start complete',
      'host_start complete',
    ])
    expect(since.filter(({ state }) => state !== 'complete')).toEqual([])
  })

  it('shows at once what happens behind the back of the panel', async () => {
    const { internal_name } = await host(id)
    const on = (await host(id)).node.name === node1.name ? node1 : node2
    await inNode(lab, on.index, ['virsh', '-q', 'destroy', internal_name])
    await until('stopped', async () => (await host(id)).state === 'stopped')
    await inNode(lab, on.index, ['virsh', '-q', 'start', internal_name])
    await until('active', async () => (await host(id)).state === 'active')
  })

  it('is unknown while its node is away, never stopped, and comes back by itself; a new one there fails', async () => {
    const { node } = await host(id)
    const on = node.name === node1.name ? node1 : node2
    await nodeDown(lab, on.index)
    // Before it is noticed.
    const doomed = await create({ name: 'doomed', node: node.id }, api.admin)
    expect(doomed.status).toBe(200)
    await until('unknown', async () => (await host(id)).state === 'unknown')
    expect((await api.admin.get(`/vm/v3/node?where=name EQ ${on.name}`)).body.list[0].state).toBe('unavailable')
    expect((await api.ann.post(`/vm/v3/host/${id}/start`)).status).toBe(409)
    // It has given up and takes back what it made, for which it would try long if the node did not return.
    const gaveUp = `select 1 from task_step s join task t on t.id = s.task_id where t.consul_id = $1 and s.name ~ '^(undo|settle|end):'`
    const rows = async () => (await api.database.pool.query(gaveUp, [doomed.body.task])).rowCount
    await expect.poll(rows, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0)
    await nodeUp(lab, on.index)
    expect(await ended(doomed.body.task)).toMatchObject({ status: 'failed' })
    expect(await host(doomed.body.id)).toMatchObject({ state: 'crashed' })
    await until('active again', async () => (await host(id)).state === 'active')
    expect((await api.admin.get(`/vm/v3/node?where=name EQ ${on.name}`)).body.list[0].state).toBe('active')
    await done(await api.admin.delete(`/vm/v3/host/${doomed.body.id}`))
  })

  it('leaves nothing behind when it is deleted', async () => {
    await api.ann.post(`/vm/v3/host/${id}`, { is_protected: true })
    expect((await api.ann.delete(`/vm/v3/host/${id}`)).body.error.msg).toMatch(/protected/)
    await api.ann.post(`/vm/v3/host/${id}`, { is_protected: false })
    await done(await api.ann.delete(`/vm/v3/host/${id}`))
    expect((await api.ann.get(`/vm/v3/host/${id}`)).status).toBe(404)
    expect(await leftovers()).toEqual({ addresses: 0, node1: '', node2: '' })
    expect((await api.admin.get('/vm/v3/task?where=name EQ host_delete')).body.list[0].status).toBe('complete')
  })
})

describe('a VM with limits', () => {
  const firewall_rules = [{ action: 'drop', direction: 'in', protocols: ['tcp'], portstart: 8000, portend: 8999 }]

  it('is so on its node, at its new address too, and leaves no filter behind', async () => {
    const asked = { anti_spoofing: true, firewall_rules, cpu_weight: 700, io_write_mbitps: 400, net_out_mbitps: 100 }
    const { id } = await done(await create({ name: 'held', ...asked }))
    expect(await host(id)).toMatchObject(asked)
    const { internal_name, node, ip4 } = await host(id)
    const on = node.name === node1.name ? node1 : node2
    const virsh = async (...argv: string[]) => (await inNode(lab, on.index, ['virsh', '-q', ...argv])).stdout
    const xml = await virsh('dumpxml', internal_name)
    expect(xml).toContain('<shares>700</shares>')
    expect(xml).toContain('<write_bytes_sec>50000000</write_bytes_sec>')
    const tap = /<target dev='(dh[^']+)'/.exec(xml)?.[1] ?? ''
    expect(await filtersOn(on)).toBe(tap)
    const queues = async () => (await inNode(lab, on.index, ['tc', 'qdisc', 'show', 'dev', `di${tap.slice(2)}`])).stdout
    expect(await queues()).toContain('rate 100Mbit')
    expect(await packetRules(on)).toContain(`ip saddr ${ip4[0].ip} return`)

    const [address] = await api.database.prisma.ip.findMany({ where: { host_id: id } })
    await done(await api.admin.post(`/vm/v3/ip/${address?.id}`, { values: { ip_addr: '10.90.0.119' } }))
    // In force already, not with the next start.
    const renewed = await packetRules(on)
    expect(renewed).toContain('ip saddr 10.90.0.119 return')
    expect(renewed).not.toContain(`ip saddr ${ip4[0].ip} return`)
    expect(renewed).toMatch(/tcp dport 8000-8999 .*drop/)
    await done(await api.ann.post(`/vm/v3/host/${id}/restart`, { force: true }))
    expect(await queues()).toContain('rate 100Mbit')
    // Another program starts it: its tap is new, the panel is notified of it.
    await virsh('destroy', internal_name)
    await virsh('start', internal_name)
    const led = async () =>
      (await inNode(lab, on.index, ['tc', 'qdisc', 'show', 'dev', tap])).stdout.includes('ingress')
    await expect.poll(led, { timeout: 30_000, interval: 100 }).toBe(true)
    await until('the VM is known to run', async () => (await host(id)).state === 'active')
    await done(await api.ann.delete(`/vm/v3/host/${id}`))
    expect(await leftovers()).toEqual({ addresses: 0, node1: '', node2: '' })
  })

  it('leaves no filter behind when it cannot be started, and says why', async () => {
    const { body } = await create({
      name: 'modelless',
      anti_spoofing: true,
      cpu_mode: 'custom',
      cpu_custom_model: 'NoSuchModel',
    })
    expect(await ended(body.task)).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/NoSuchModel/) },
    })
    expect(await leftovers()).toEqual({ addresses: 0, node1: '', node2: '' })
    await done(await api.ann.delete(`/vm/v3/host/${body.id}`))
  })

  it('is refused what nodes that emulate cannot give', async () => {
    for (const field of [{ nesting: true }, { cpu_mode: 'host-passthrough' }])
      expect(await create({ name: 'wants-more', ...field })).toMatchObject({
        status: 400,
        body: { error: { value: Object.keys(field)[0], msg: expect.stringMatching(/leave it out/) } },
      })
  })
})

describe('a node with two bridges', () => {
  const onto = (node_interface: string) => [{ node_interface, cluster_interface: 0 }]

  it('puts VMs on the one that its mapping names, and counts them there', { tags: 'long' }, async () => {
    const ip = (...words: string[]) => inNode(lab, node2.index, ['ip', 'link', ...words])
    await ip('add', 'vmbr1', 'type', 'bridge')
    await ip('set', 'vmbr1', 'up')
    const [row] = (await api.admin.get(`/vm/v3/node?where=name EQ ${node2.name}`)).body.list
    const again = (interfaces: object[]) =>
      api.admin.post('/vm/v3/node', { id: row.id, password: node2.password, interfaces })
    await done(await again(onto('vmbr1')))
    const made = await done(await create({ name: 'second-bridge', node: row.id, ipv4_number: 0 }, api.admin))
    const { internal_name, interfaces } = await host(made.id)
    const xml = (await inNode(lab, node2.index, ['virsh', '-q', 'dumpxml', internal_name])).stdout
    expect(xml).toContain("<source bridge='vmbr1'/>")
    expect(xml).not.toContain('vmbr0')
    const { list } = (await api.admin.get(`/vm/v3/node/${row.id}/network/iface?where=type EQ bridge&orderby=name`)).body
    expect(list).toMatchObject([
      { name: 'vmbr0', host_count: 0, is_main_network: false },
      { name: 'vmbr1', host_count: 1, used: true, is_main_network: true },
    ])
    expect(interfaces[0].node_interface).toBe(list[1].id)
    const wrong = await again(onto('vmbr9'))
    expect(await ended(wrong.body.task)).toMatchObject({ error: { msg: expect.stringMatching(/no interface vmbr9/) } })
    await done(await again([]))
    await done(await api.admin.delete(`/vm/v3/host/${made.id}`))
    expect(await leftovers()).toEqual({ addresses: 0, node1: '', node2: '' })
  })
})

describe('a creation that cannot succeed', () => {
  it('is refused at once when the name is taken, or nothing fits', async () => {
    const made = await done(await create({ name: 'taken' }))
    expect(await create({ name: 'taken' })).toMatchObject({ status: 409, body: { error: { value: 'name' } } })
    const { body } = await create({ name: 'huge', ram_mib: 9_000_000 }, api.admin)
    expect(body.error.msg).toMatch(/MiB of RAM free/)
    await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
  })

  it.each([
    [
      'there is no address',
      async () => {
        const { id } = await api.database.prisma.ippool.create({ data: { name: 'empty' } })
        await api.database.prisma.ippool_cluster.create({ data: { ippool_id: id, cluster_id: cluster } })
        return { ipv4_pool: [id] }
      },
      /address/i,
    ],
    [
      'the disk does not fit',
      async () => {
        await api.database.prisma.cluster_storage.updateMany({
          where: { cluster_id: cluster },
          data: { virt_pool: { vm_storage_path: '/srv/small/none' } },
        })
        return {}
      },
      /srv.small|directory|space|No such/i,
    ],
  ])('ends crashed with the reason when %s', async (_, prepare, words) => {
    const answer = await create({ name: 'doomed', ...(await prepare()) })
    expect(answer).toMatchObject({ status: 200 })
    const task = await ended(answer.body.task)
    expect(task.status).toBe('failed')
    const row = await host(answer.body.id)
    expect(row).toMatchObject({
      state: 'crashed',
      disabled: false,
      ip4: [],
      fault: { msg: expect.stringMatching(words) },
    })
    expect(await leftovers()).toEqual({ addresses: 0, node1: '', node2: '' })
    await done(await api.ann.delete(`/vm/v3/host/${row.id}`))
    await api.database.prisma.cluster_storage.updateMany({
      where: { cluster_id: cluster },
      data: { virt_pool: { vm_storage_path: '/vm' } },
    })
  })
})
