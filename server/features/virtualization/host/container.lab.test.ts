import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { listen } from '../../../drivers/hypervisor/contract/suite.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { nodeConnection } from '../node/connections.ts'
import { GUEST_PASSWORD, hostLab } from './lab-fixture.ts'

const run = promisify(execFile)

/** A container from its image to its console, through the panel's API, on a real LXD. */
describe('containers', () => {
  let bench: Awaited<ReturnType<typeof hostLab>>
  let id: number
  const lxc = async (...argv: string[]) =>
    (await inNode(bench.lab, bench.node1.index, ['env', 'HOME=/root', 'lxc', ...argv])).stdout
  const name = async () => (await bench.host(id)).internal_name as string
  const inside = async (...argv: string[]) => lxc('exec', await name(), '--', ...argv)

  beforeAll(async () => {
    bench = await hostLab('lxd')
  })
  afterAll(async () => {
    await bench?.close()
  })

  test('a node with LXD is attached, and says what it has', async () => {
    const { id: node } = await bench.done(await bench.attach(bench.node1))
    const { body } = await bench.api.admin.get(`/vm/v3/node/${node}`)
    expect(body).toMatchObject({
      state: 'active',
      accelerator: 'none',
      lxd_version: expect.stringMatching(/^5\.0/),
      libvirt_version: null,
      capabilities: expect.arrayContaining(['nesting', 'process_number']),
    })
  })

  test('what a container cannot have is refused before anything is made', async () => {
    const bad = async (extra: object) => (await bench.create({ name: 'refused', ...extra }, bench.api.admin)).body.error
    expect(await bad({ efi_boot: true })).toMatchObject({ value: 'efi_boot' })
    expect(await bad({ cpu_mode: 'host-model' })).toMatchObject({ value: 'cpu_mode' })
    expect(await bad({ cpu_weight: 5 })).toMatchObject({ value: 'cpu_weight' })
    expect(await bad({ os: undefined })).toMatchObject({ value: 'os' })
    const { body } = await bench.api.admin.get('/vm/v3/os')
    const disk = body.list.find((one: { is_lxd_image: boolean }) => !one.is_lxd_image)
    expect(await bad({ os: disk.id })).toMatchObject({ value: 'os' })
  })

  test('is created with its address, name and password, unprivileged', async () => {
    const answer = await bench.create({ name: 'web_1', ipv4_number: 1, process_number: 200, anti_spoofing: true })
    expect(answer.body).toMatchObject({ task: expect.any(Number) })
    const made = await bench.done(answer)
    id = made.id
    const host = await bench.host(id)
    expect(host).toMatchObject({ state: 'active', process_number: 200, cluster: { virtualization_type: 'lxd' } })
    expect(await inside('ip', '-4', 'addr', 'show', 'eth0')).toContain(`inet ${host.ip_summary}/24`)
    expect(await inside('ip', 'route')).toContain('default via 10.90.0.1')
    expect((await inside('hostname')).trim()).toBe('web-1')
    expect(await lxc('config', 'show', host.internal_name)).toMatch(/security\.privileged: "false"/)
    expect(await inside('cat', '/proc/self/uid_map')).toMatch(/^\s*0\s+[1-9]/)
    expect(await bench.filtersOn(bench.node1)).not.toBe('')
  })

  test('reaches the network with its own address, and with no other', async () => {
    const ping = async (...more: string[]) => inside('ping', '-c', '1', '-W', '1', ...more, '10.90.0.1')
    expect(await ping()).toContain('1 packets received')
    await inside('ip', 'addr', 'add', '10.90.0.199/24', 'dev', 'eth0')
    expect(await ping('-I', '10.90.0.199')).toContain('0 packets received')
    await inside('ip', 'addr', 'del', '10.90.0.199/24', 'dev', 'eth0')
  })

  test('rejects packets where its kernel can, and is told why not where it cannot', async () => {
    const { node } = await bench.host(id)
    const { capabilities } = (await bench.api.admin.get(`/vm/v3/node/${node.id}`)).body
    const told = { action: 'reject', direction: 'in', protocols: ['tcp'], portstart: 81, portend: 81 }
    const answer = await bench.api.ann.post(`/vm/v3/host/${id}/packet_rules`, { rules: [told] })
    if (!capabilities.includes('reject'))
      return expect(answer.body.error).toMatchObject({
        value: 'rules',
        msg: expect.stringMatching(/nft_reject_bridge/),
      })
    await bench.done(answer)
    expect(await bench.packetRules(bench.node1)).toContain('reject with tcp reset')
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/packet_rules`, { rules: [] }))
  })

  test('its console takes the password', async () => {
    const connection = await nodeConnection((await bench.host(id)).node.id, soon())
    const stream = await connection.openSerial(await name(), soon())
    const said = listen(stream)
    await said(/login: $/, 10_000)
    stream.write('root\n')
    await said(/[Pp]assword:\s*$/, 10_000)
    stream.write(`${GUEST_PASSWORD}\n`)
    await said(/~ # /, 10_000)
    stream.destroy()
  })

  test('asks for its console under the documented name, and has no screen', async () => {
    const console = await bench.api.ann.post(`/vm/v3/host/${id}/lxd/console`, {})
    expect(console).toMatchObject({ status: 200, body: { socket: '/console/ws', ticket: expect.any(String) } })
    expect((await bench.api.ann.post(`/vm/v3/host/${id}/console`, { kind: 'vnc' })).body.error.msg).toMatch(/no screen/)
    expect((await bench.api.ann.get(`/vm/v3/host/${id}/vnc_settings`)).body.error.msg).toMatch(/no screen/)
  })

  test('grows while it runs', async () => {
    await bench.done(await bench.api.admin.post(`/vm/v3/host/${id}/resource`, { ram_mib: 320, cpu_number: 2 }))
    const config = await lxc('config', 'show', await name())
    expect(config).toContain('limits.memory: 320MiB')
    expect(config).toContain('limits.cpu: "2"')
    expect(await bench.host(id)).toMatchObject({ ram_mib: 320, cpu_number: 2, state: 'active' })
  })

  test('gets interfaces while it runs, and the others keep their names when one goes', async () => {
    const { ann } = bench.api
    const faces = async () => (await ann.get(`/vm/v3/host/${id}/iface?orderby=id`)).body.list
    const add = () => ann.post(`/vm/v3/host/${id}/iface`, { is_main_network: true, ip_count: 1 })
    await bench.done(await add())
    await bench.done(await add())
    const [, second, third] = await faces()
    expect(await bench.host(id)).toMatchObject({ network_waits: null, waits_for_start: [] })
    expect(await inside('ip', '-4', 'addr', 'show', 'eth1')).toContain(`inet ${second.ip[0]}/24`)
    await bench.done(await ann.delete(`/vm/v3/host/${id}/iface/${second.id}`))
    const kept = async () => {
      expect(await inside('cat', '/sys/class/net/eth2/address')).toBe(`${third.mac}\n`)
      expect(await inside('ip', '-4', 'addr', 'show', 'eth2')).toContain(`inet ${third.ip[0]}/24`)
    }
    await kept()
    await bench.done(await ann.post(`/vm/v3/host/${id}/restart`, {}))
    await kept()
    await bench.done(await ann.delete(`/vm/v3/host/${id}/iface/${third.id}`))
    expect(await inside('ls', '/sys/class/net')).not.toContain('eth2')
  })

  test('changes its password', async () => {
    const before = await inside('cat', '/etc/shadow')
    expect(before).toMatch(/^root:\$6\$/)
    expect(await bench.api.ann.post(`/vm/v3/host/${id}/password`, { password: 'Another-pass-2' })).toMatchObject({
      status: 200,
    })
    const after = await inside('cat', '/etc/shadow')
    expect(after).toMatch(/^root:\$6\$/)
    expect(after).not.toBe(before)
  })

  test('gets its system anew, with another password and the same address', async () => {
    const before = await bench.host(id)
    await inside('touch', '/root/mark')
    const shadow = await inside('cat', '/etc/shadow')
    await bench.done(
      await bench.api.ann.post(`/vm/v3/host/${id}/reinstall`, { os: before.os.id, password: 'Fresh-pass-3' }),
    )
    expect(await bench.host(id)).toMatchObject({ state: 'active', ip_summary: before.ip_summary, fault: null })
    expect((await inside('ls', '-a', '/root')).split('\n')).not.toContain('mark')
    expect(await inside('cat', '/etc/shadow')).not.toBe(shadow)
    expect(await inside('ip', '-4', 'addr', 'show', 'eth0')).toContain(`inet ${before.ip_summary}/24`)
    expect((await inside('hostname')).trim()).toBe('web-1')
    expect(await lxc('list', '--format', 'csv', '--columns', 'n')).toBe(`${before.internal_name}\n`)
  })

  test('takes over another name, now and after a start', async () => {
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}`, { name: 'shop.2' }))
    expect((await inside('hostname')).trim()).toBe('shop-2')
    expect((await inside('cat', '/etc/hostname')).trim()).toBe('shop-2')
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/restart`, {}))
    expect((await inside('hostname')).trim()).toBe('shop-2')
    const comment = await bench.api.ann.post(`/vm/v3/host/${id}`, { comment: 'the shop' })
    expect(comment.body).toEqual({ id })
  })

  test('is cloned while it runs and while it is off, with an identity of its own inside', async () => {
    const { ann } = bench.api
    const source = await bench.host(id)
    const keygen = (await run('ldd', ['/usr/bin/ssh-keygen'])).stdout
    const files = [...keygen.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path.slice(1))
    const bring = `tar -chC / usr/bin/ssh-keygen ${files.join(' ')} | HOME=/root lxc exec ${await name()} -- tar -xC /`
    await inNode(bench.lab, bench.node1.index, ['sh', '-c', bring])
    await inside('sh', '-c', 'mkdir -p /etc/ssh; ssh-keygen -A; echo kept > /root/note; echo 0123 > /etc/machine-id')
    const identity = async (one: string) => {
      const said = 'hostname; cat /etc/machine-id /etc/ssh/ssh_host_ed25519_key.pub /etc/hostname'
      const [hostname, machine, key] = (await lxc('exec', one, '--', 'sh', '-c', said)).split('\n')
      return { hostname, machine, key: key?.split(' ')[1] }
    }
    const own = await identity(source.internal_name)
    expect(own).toMatchObject({ machine: '0123', key: expect.stringMatching(/^AAAA/) })
    const shadow = await inside('cat', '/etc/shadow')
    const clones: { id: number; internal_name: string }[] = []
    for (const [named, body] of [
      ['copy-live', { name: 'copy-live', password: 'Clone-pass-1' }],
      ['copy-off', { name: 'copy-off' }],
    ] as const) {
      const made = await bench.done(await ann.post(`/vm/v3/host/${id}/clone`, body))
      const clone = await bench.host(made.id)
      clones.push(clone)
      expect(clone).toMatchObject({ name: named, state: 'active', fault: null })
      expect(clone.ip_summary).not.toBe(source.ip_summary)
      const its = async (...argv: string[]) => lxc('exec', clone.internal_name, '--', ...argv)
      // Of a program that ends at once lxc may lose the output.
      await expect.poll(() => its('cat', '/root/note')).toBe('kept\n')
      expect(await its('ip', '-4', 'addr', 'show', 'eth0')).toContain(`inet ${clone.ip_summary}/24`)
      expect(await its('cat', '/sys/class/net/eth0/address')).not.toBe(`${source.interfaces[0].mac}\n`)
      expect(await its('ping', '-c', '1', '-W', '1', '10.90.0.1')).toContain('1 packets received')
      const other = await identity(clone.internal_name)
      expect(other).toMatchObject({ hostname: named, key: expect.stringMatching(/^AAAA/) })
      expect([other.machine, other.key]).not.toEqual([own.machine, own.key])
      expect(other.machine).toMatch(/^[0-9a-f]{32}$/)
      expect(other.key).not.toBe(own.key)
      // A password that is given is another one; else those of the source stay.
      expect((await its('cat', '/etc/shadow')) === shadow).toBe(named === 'copy-off')
      if (named === 'copy-live') await bench.done(await ann.post(`/vm/v3/host/${id}/stop`, {}))
    }
    // What they were copied from is gone, and the source is what it was.
    expect(await lxc('info', source.internal_name)).not.toContain('datahall-copy')
    expect(await lxc('config', 'show', clones[0]!.internal_name)).not.toMatch(/user\.datahall\.copied/)
    await bench.done(await ann.post(`/vm/v3/host/${id}/start`, {}))
    expect(await identity(source.internal_name)).toEqual(own)
    for (const clone of clones) await bench.done(await ann.delete(`/vm/v3/host/${clone.id}`))
    expect(await lxc('list', '--format', 'csv', '--columns', 'n')).toBe(`${source.internal_name}\n`)
  })

  test('stops, starts with the same address, restarts', async () => {
    const act = async (what: string) => bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/${what}`, {}))
    await act('stop')
    expect(await lxc('list', '--format', 'csv', '--columns', 's')).toContain('STOPPED')
    await act('start')
    expect(await inside('ip', '-4', 'addr', 'show', 'eth0')).toContain((await bench.host(id)).ip_summary)
    await act('restart')
    expect(await bench.host(id)).toMatchObject({ state: 'active' })
  })

  test('a stop from inside the node is noticed', async () => {
    await lxc('stop', '--force', await name())
    await bench.until('stopped', async () => (await bench.host(id)).state === 'stopped')
  })

  test('is deleted without leaving anything', async () => {
    await bench.done(await bench.api.ann.delete(`/vm/v3/host/${id}`))
    expect(await lxc('list', '--format', 'csv')).toBe('')
    expect(await bench.filtersOn(bench.node1)).toBe('')
    expect((await inNode(bench.lab, bench.node1.index, ['ls', '/vm'])).stdout.trim()).toBe('')
  })
})
