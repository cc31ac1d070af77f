import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { archiveContract } from '../../drivers/hypervisor/contract/archives.ts'
import { folderContract } from '../../drivers/hypervisor/contract/folder.ts'
import { scriptContract } from '../../drivers/hypervisor/contract/scripts.ts'
import { listen, type Suite } from '../../drivers/hypervisor/contract/suite.ts'
import { utilityGuestContract } from '../../drivers/hypervisor/contract/utility-guest.ts'
import { hypervisorContract } from '../../drivers/hypervisor/contract.ts'
import type { DomainSpec } from '../../drivers/hypervisor/domain-types.ts'
import { hypervisorDriver } from '../../drivers/hypervisor/registry.ts'
import type { NodeConnection, NodeTarget } from '../../drivers/hypervisor/types.ts'
import { sampleQcow2 } from '../../protocols/image-content/sample.ts'
import { generateKeyPair } from '../../protocols/ssh/keys.ts'
import { tarOf } from '../../protocols/tar-layout/write.ts'
import { soon } from '../../shared/testing/soon.ts'
import { configureDummy } from './config.ts'
import { setDummyOffline } from './driver.ts'
import { memoryKeeper } from './memory.ts'

// Fast, but not instant: the contract wants to see a guest that is slower than its caller's patience.
configureDummy({ keeper: memoryKeeper(), speed: 0.1 })
const driver = hypervisorDriver('dummy')
const connect = (target: NodeTarget) => driver.connect(target, soon())
const at = (address: string): NodeTarget => ({
  address,
  port: 22,
  username: 'root',
  auth: { password: 'secret' },
  hostKey: null,
})
const target = at('198.51.100.1')

/** A qcow2 image that promises 2 MiB, and noise. */
const image = Buffer.concat([sampleQcow2(2), randomBytes(200_000)])

folderContract(driver, target, '/var/lib/contract-folder')

hypervisorContract('dummy', connect, {
  target,
  folder: '/var/lib/contract',
  bridge: 'vmbr0',
  accelerator: 'kvm',
  capabilities: ['efi_boot'],
  hasScreen: true,
  grows: 'within_room',
  timesDisks: true,
  standsOnImages: true,
  exportsDisks: true,
  image: {
    bytes: image,
    sha256: createHash('sha256').update(image).digest('hex'),
    disk_mib: 64,
    holds: { kind: 'disk', format: 'qcow2', size_mib: 64 },
  },
  guest: { user: 'root', loginPrompt: /login: $/, shellPrompt: /# $/, bootMs: 10_000 },
  refusals: [
    {
      what: 'unreachable',
      target: at('203.0.113.8'),
      code: 'device_unreachable',
      words: /does not accept connections/,
    },
    { what: 'wrong password', target: at('203.0.113.9'), code: 'device_rejected', words: /rejected the sign-in/ },
    {
      what: 'the password "wrong" anywhere',
      target: { ...target, auth: { password: 'wrong' } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    {
      what: 'a stranger’s key',
      target: { ...target, auth: { privateKey: generateKeyPair('stranger').privateKey } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    { what: 'no SSH', target: at('203.0.113.7'), code: 'device_rejected', words: /No SSH server answers/ },
    {
      what: 'changed host key',
      target: { ...target, hostKey: `SHA256:${'A'.repeat(43)}` },
      code: 'device_rejected',
      words: /host key of the node changed/,
    },
  ],
  silence: {
    begin: () => setDummyOffline(target.address, true),
    end: () => setDummyOffline(target.address, false),
  },
})

const spec = (name: string): DomainSpec => ({
  internal_name: name,
  uuid: '5d0f3f4e-9a1c-4d57-8f1e-0a4b6c2d7e10',
  cpu_number: 2,
  ram_mib: 2048,
  accelerator: 'kvm',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  room: null,
  limits: {},
  cdrom: null,
  disks: [],
  interfaces: [],
  vnc_password: '',
  spice: null,
  efi_boot: false,
  secure_boot: false,
})

describe('a simulated container', () => {
  const folder = '/var/lib/containers'
  const disk = {
    path: `${folder}/one.qcow2`,
    format: 'qcow2',
    target_dev: 'vda',
    bus: 'virtio',
    boot_order: 1,
  } as const
  const of: DomainSpec = { ...spec('vm-container'), disks: [disk] }
  const suite = { env: { folder, image: { disk_mib: 64 } }, at: (file: string) => `${folder}/${file}` } as Suite

  beforeAll(async () => {
    const node = await connect(target)
    suite.node = node
    await node.ensureDirectories([folder], soon())
    await node.createVolume({ path: disk.path, size_mib: 64, backing: null }, soon())
    await node.fillVolume(disk.path, Readable.from([tarOf([{ name: 'a', content: randomBytes(200_000) }])]), soon())
    await node.defineDomain(of, soon())
    await node.startDomain(of.internal_name, soon())
  })
  archiveContract(suite, of.internal_name, of)
})

describe('faults that can be seen in the running product', () => {
  it('nodes: no libvirt, foreign system, no KVM, full disk', async () => {
    const none = await connect(at('203.0.113.5'))
    await expect(none.checkHypervisor(soon())).rejects.toThrow(/libvirt is not installed/)
    const foreign = await connect(at('203.0.113.4'))
    await expect(foreign.checkOs(soon())).rejects.toThrow(/Slackware/)
    expect(await (await connect(at('203.0.113.3'))).probeAccelerator(soon())).toBe('tcg')
    const full = await connect(at('203.0.113.2'))
    const volume = { path: '/srv/a.qcow2', size_mib: 10, backing: null }
    await expect(full.createVolume(volume, soon())).rejects.toThrow(/No space is left/)
    const usage = await full.usage('/srv', soon())
    expect(usage.storage_mib.used).toBe(usage.storage_mib.total)
  })

  it('VMs: by how they are called', async () => {
    const node = await connect(at('198.51.100.2'))
    const volume = { path: '/srv/web-faildisk-1.qcow2', size_mib: 10, backing: null }
    await expect(node.createVolume(volume, soon())).rejects.toThrow(/No space is left/)

    await node.writeSeed(
      '/srv/seed.iso',
      { 'user-data': 'hostname: web-failstart', 'meta-data': 'instance-id: i1' },
      soon(),
    )
    await node.defineDomain({ ...spec('dh-1'), cdrom: '/srv/seed.iso' }, soon())
    await expect(node.startDomain('dh-1', soon())).rejects.toThrow(/CPU model/)
    expect(await node.domain('dh-1', soon())).toMatchObject({ state: 'stopped' })

    const crashed = new Promise((resolve) => node.onDomainEvent((event) => event.state === 'crashed' && resolve(event)))
    await node.defineDomain(spec('dh-failcrash'), soon())
    await node.startDomain('dh-failcrash', soon())
    expect(await crashed).toMatchObject({ internal_name: 'dh-failcrash', kind: 'state' })

    await node.defineDomain(spec('dh-failstop'), soon())
    await node.startDomain('dh-failstop', soon())
    await expect(node.shutdownDomain('dh-failstop', 300, soon())).rejects.toThrow(/power button/)

    await node.defineDomain(spec('dh-failagent'), soon())
    await node.startDomain('dh-failagent', soon())
    await expect(node.setGuestPassword('dh-failagent', 'root', 'x', soon())).rejects.toThrow(/agent/)
  })

  it('names that are properties of every object match nothing', async () => {
    const node = await connect(at('198.51.100.3'))
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(await node.domain(name, soon())).toBeNull()
      await node.destroyDomain(name, soon())
      await node.undefineDomain(name, soon())
      await node.defineDomain(spec(name), soon())
      expect(await node.domain(name, soon())).toMatchObject({ internal_name: name })
    }
    await expect(node.defineDomain(spec('__proto__'), soon())).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('a Windows guest', () => {
  let node: NodeConnection
  beforeAll(async () => {
    node = await connect(at('198.51.100.6'))
    await node.defineDomain(spec('office-windows'), soon())
    await node.startDomain('office-windows', soon())
    const answers = () =>
      node.endGuestScript('office-windows', '0'.repeat(32), soon()).then(
        () => true,
        () => false,
      )
    while (!(await answers())) await delay(20)
  })
  scriptContract(() => node, 'office-windows', 'power_shell')
})

describe('a guest', () => {
  it('starts anew and powers off from inside', async () => {
    const node = await connect(at('198.51.100.5'))
    const seed = { 'user-data': 'user: root\npassword: demo', 'meta-data': 'instance-id: i1' }
    await node.writeSeed('/srv/seed.iso', seed, soon())
    await node.defineDomain({ ...spec('a'), cdrom: '/srv/seed.iso' }, soon())
    await node.startDomain('a', soon())
    const serial = await node.openSerial('a', soon())
    const said = listen(serial)
    await said(/login: $/, 5000)
    serial.write('root\ndemo\n')
    await said(/# $/, 5000)
    serial.write('reboot\n')
    await said(/login: $/, 5000)
    expect(await node.domain('a', soon())).toMatchObject({ state: 'running' })
    serial.write('root\ndemo\n')
    await said(/# $/, 5000)
    const off = new Promise((resolve) => node.onDomainEvent((event) => event.state === 'stopped' && resolve(event)))
    serial.write('poweroff\n')
    expect(await off).toMatchObject({ internal_name: 'a' })
  })
})

describe('load', () => {
  it('counters only grow, and rates stay plausible', async () => {
    const node = await connect(at('198.51.100.4'))
    await node.defineDomain(
      {
        ...spec('busy'),
        disks: [{ path: '/srv/busy.qcow2', format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
        interfaces: [{ mac: '52:54:00:00:00:01', bridge: 'vmbr0', model: 'virtio', filter: null }],
      },
      soon(),
    )
    await node.startDomain('busy', soon())
    let last = (await node.stats(soon()))[0]
    for (let i = 0; i < 20; i++) {
      const next = (await node.stats(soon()))[0]
      const counted = (one: typeof last) => [
        one?.cpu_time_ns ?? 0,
        ...[one?.disks[0], one?.interfaces[0]].flatMap((part) =>
          Object.values(part ?? {}).filter((value) => typeof value === 'number'),
        ),
      ]
      const before = counted(last)
      expect(before.length).toBeGreaterThan(6)
      for (const [at, value] of counted(next).entries()) expect(value).toBeGreaterThanOrEqual(before[at] ?? 0)
      last = next
    }
    expect(last?.ram_used_mib).toBeLessThanOrEqual(2048)
  })
})

const noFiles = () => Promise.reject(new Error('The simulation boots nothing'))
const boot = { accelerator: 'kvm' as const, folder: '/var/lib/utility', files: noFiles }
utilityGuestContract(() => connect(target), boot, '/var/lib/utility')

it('clears a disk, and finds nothing left', async () => {
  const node = await connect(target)
  const disk = { path: '/var/lib/utility/cleared.qcow2', format: 'qcow2' as const }
  await node.createVolume({ path: disk.path, size_mib: 64, backing: null }, soon())
  const cleared = await node.clearDisk(boot, disk, soon())
  expect(cleared).toMatchObject({ volumes: [{ state: 'cleared' }], removed: { host_key: 1, machine_id: 1 }, left: [] })
  node.close()
})
