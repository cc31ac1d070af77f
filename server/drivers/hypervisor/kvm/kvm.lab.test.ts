import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentLab, inNode, nodeDown, nodePath, nodeUp } from '../../../../e2e/lab/api.ts'
import { virsh } from '../../../../e2e/lab/guest.ts'
import { authenticateToServer } from '../../../protocols/rfb/client-handshake.ts'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { folderContract } from '../contract/folder.ts'
import { hypervisorContract } from '../contract.ts'
import type { DomainEvent, DomainSpec } from '../domain-types.ts'
import { hypervisorDriver } from '../registry.ts'
import type { NodeConnection, NodeTarget } from '../types.ts'
import { SPARE_PORTS } from './domain-xml.ts'
import { consoleLogPath } from './log.ts'

const lab = currentLab()
const [node1, node2] = lab.nodes
if (!node1 || !node2) throw new Error('These tests need two nodes')
const [image] = JSON.parse(readFileSync(join(lab.repository, 'index.json'), 'utf8')).images
const driver = hypervisorDriver('kvm')
const connect = (target: NodeTarget) => driver.connect(target, soon())
const targetOf = (node: typeof node1): NodeTarget => ({
  address: node.address,
  port: node.ssh_port,
  username: node.user,
  auth: { password: node.password },
  hostKey: null,
})
const target = targetOf(node1)

folderContract(driver, target, '/var/lib/kvm-test-folder')

hypervisorContract('kvm', connect, {
  target,
  folder: '/var/lib/contract',
  bridge: 'vmbr0',
  accelerator: 'tcg',
  capabilities: ['efi_boot', 'secure_boot', 'spice'],
  hasScreen: true,
  grows: 'within_room',
  timesDisks: true,
  standsOnImages: true,
  exportsDisks: true,
  image: {
    bytes: readFileSync(join(lab.repository, image.file)),
    sha256: image.sha256,
    disk_mib: image.virtual_size_mib + 64,
    holds: { kind: 'disk', format: 'qcow2', size_mib: image.virtual_size_mib },
  },
  guest: { user: image.login_user, loginPrompt: /login: $/, shellPrompt: /~ # /, bootMs: 90_000 },
  refusals: [
    {
      what: 'wrong password',
      target: { ...target, auth: { password: 'wrong' } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    {
      what: 'wrong key',
      target: { ...target, auth: { privateKey: generateKeyPair('stranger').privateKey } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    {
      what: 'no key at all',
      target: { ...target, auth: { privateKey: 'nonsense' } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    {
      what: 'nothing listens',
      target: { ...target, port: 23 },
      code: 'device_unreachable',
      words: /does not accept connections/,
    },
    {
      what: 'nobody there',
      target: { ...target, address: '10.90.0.99' },
      code: 'device_unreachable',
      words: /does not accept connections|did not answer/,
    },
    {
      what: 'another host key',
      target: { ...target, hostKey: `SHA256:${'A'.repeat(43)}` },
      code: 'device_rejected',
      words: /host key of the node changed/,
    },
  ],
  silence: { begin: () => nodeDown(lab, 1, 'network'), end: () => nodeUp(lab, 1, 'network') },
})

const spec: DomainSpec = {
  internal_name: 'vm_kvm',
  uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c5',
  cpu_number: 1,
  ram_mib: 64,
  accelerator: 'tcg',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  room: null,
  limits: {},
  disks: [{ path: '/var/lib/kvm-test/disk.qcow2', format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
  cdrom: null,
  interfaces: [{ mac: '52:54:00:c0:00:02', bridge: 'vmbr0', model: 'virtio', filter: null }],
  vnc_password: 'secret-1',
  spice: null,
  efi_boot: false,
  secure_boot: false,
}

describe('kvm on a real node', () => {
  let node: NodeConnection
  const events: DomainEvent[] = []
  const seen = (wanted: Partial<DomainEvent>) =>
    expect
      .poll(() => events, { timeout: 10_000, interval: 10 })
      .toContainEqual(expect.objectContaining({ internal_name: spec.internal_name, ...wanted }))

  beforeAll(async () => {
    node = await connect(targetOf(node2))
    node.onDomainEvent((event) => events.push(event))
    await node.ensureDirectories(['/var/lib/kvm-test'], soon())
    await node.createVolume({ path: '/var/lib/kvm-test/disk.qcow2', size_mib: 16, backing: null }, soon())
    await node.defineDomain(spec, soon())
    await node.startDomain(spec.internal_name, soon())
  })
  afterAll(async () => {
    await node.destroyDomain(spec.internal_name, soon())
    await node.undefineDomain(spec.internal_name, soon())
    node.close()
  })

  test('the screen asks for the password, and for the new one after a change; the port is on the loopback only', async () => {
    const limits = { signal: soon(), timeoutMs: 5_000 }
    const screen = await node.openVnc(spec.internal_name, soon())
    expect(await authenticateToServer(screen, 'secret-1', limits)).toMatchObject({ security: 'vnc' })
    screen.destroy()
    await node.setVncPassword(spec.internal_name, 'secret-2', soon())
    const old = await node.openVnc(spec.internal_name, soon())
    await expect(authenticateToServer(old, 'secret-1', limits)).rejects.toThrow(/rejected the password/)
    old.destroy()
    const changed = await node.openVnc(spec.internal_name, soon())
    await authenticateToServer(changed, 'secret-2', limits)
    changed.destroy()
    const { stdout } = await inNode(lab, 2, ['ss', '-Hltn'])
    const addresses = stdout.split('\n').flatMap((line) => /\s(\S+):59\d\d\s/.exec(line)?.[1] ?? [])
    expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))
  })

  test('what happens behind our back is pushed', async () => {
    events.length = 0
    await virsh(lab, 2, 'suspend', spec.internal_name)
    await seen({ state: 'paused' })
    expect(await node.domain(spec.internal_name, soon())).toMatchObject({ state: 'paused' })
    await virsh(lab, 2, 'resume', spec.internal_name)
    await seen({ state: 'running' })
    await virsh(lab, 2, 'destroy', spec.internal_name)
    await seen({ state: 'stopped' })
  })

  test('a QEMU that dies is a crash, not a stop', async () => {
    await node.startDomain(spec.internal_name, soon())
    events.length = 0
    const pid = (await inNode(lab, 2, ['cat', `/run/libvirt/qemu/${spec.internal_name}.pid`])).stdout.trim()
    await inNode(lab, 2, ['kill', '-KILL', pid])
    await seen({ state: 'crashed' })
    expect(await node.domain(spec.internal_name, soon())).toMatchObject({ state: 'crashed', vnc_port: null })
    // Its log outlives it, readable by root alone; without a system the guest wrote nothing.
    expect(await node.consoleLog(spec.internal_name, soon())).toBe('')
    expect((await inNode(lab, 2, ['stat', '-c', '%a %u', consoleLogPath(spec.internal_name)])).stdout).toBe('600 0\n')
    await node.startDomain(spec.internal_name, soon())
    expect(await node.domain(spec.internal_name, soon())).toMatchObject({ state: 'running' })
  })

  test('a password for a guest without agent is refused in words', async () => {
    await expect(node.setGuestPassword(spec.internal_name, 'root', 'x', soon())).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringMatching(/qemu-guest-agent/),
    })
  })

  test('a disk that is missing is named', async () => {
    const broken = { ...spec, internal_name: 'vm_broken', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c6' }
    broken.disks = [{ ...spec.disks[0]!, path: '/var/lib/kvm-test/gone.qcow2' }]
    await node.defineDomain(broken, soon())
    await expect(node.startDomain('vm_broken', soon())).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringContaining('/var/lib/kvm-test/gone.qcow2'),
    })
    expect(await node.domain('vm_broken', soon())).toMatchObject({ state: 'stopped' })
    await node.undefineDomain('vm_broken', soon())
  })

  test('a name that is taken is refused', async () => {
    await expect(
      node.defineDomain({ ...spec, uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c7' }, soon()),
    ).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringContaining('vm_kvm'),
    })
  })

  test('an image that leans on another file of the node is refused, and so is one that does not fit', async () => {
    const path = '/var/lib/kvm-test/evil.qcow2'
    const made = await inNode(lab, 2, [
      'qemu-img',
      'create',
      '-q',
      '-f',
      'qcow2',
      '-b',
      '/etc/shadow',
      '-F',
      'raw',
      path,
      '1M',
    ])
    expect(made.code).toBe(0)
    const bytes = readFileSync(nodePath(lab, 2, path))
    const sha256 = (await inNode(lab, 2, ['sha256sum', path])).stdout.slice(0, 64)
    const evil = {
      path: '/var/lib/kvm-test/evil-image.qcow2',
      size_bytes: bytes.length,
      sha256,
      holds: { kind: 'disk', format: 'qcow2', size_mib: 64 } as const,
      open: async (offset: number) => Readable.from([bytes.subarray(offset)]),
    }
    await expect(node.putImage(evil, () => {}, soon())).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/self-contained/),
    })
    const large = { ...evil, path: '/srv/small/large.qcow2', size_bytes: 100 << 20 }
    await expect(node.putImage(large, () => {}, soon())).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringMatching(/MiB free/),
    })
    expect((await inNode(lab, 2, ['ls', '/var/lib/kvm-test'])).stdout.split('\n')).not.toContain('evil-image.qcow2')
  })

  test('a guest that floods its console neither fills our memory nor holds up the rest', async () => {
    // Without a bootable disk SeaBIOS prints little; the VM is restarted to print it again and again, unread.
    const serial = await node.openSerial(spec.internal_name, soon())
    serial.pause()
    for (let i = 0; i < 5; i++) await virsh(lab, 2, 'reset', spec.internal_name)
    expect(await node.domain(spec.internal_name, soon())).toMatchObject({ state: 'running' })
    expect(serial.readableLength).toBeLessThan(1 << 20)
    serial.destroy()
  })

  test('a seed is read by another reader of ISO 9660, by both kinds of names, and not by other users', async () => {
    const path = '/var/lib/kvm-test/seed.iso'
    const files = {
      'meta-data': 'instance-id: 1\n',
      'user-data': '#cloud-config\n'.repeat(1000),
      'network-config': '{}',
    }
    await node.writeSeed(path, files, soon())
    for (const [name, text] of Object.entries(files)) {
      for (const names of ['-R', '-J']) {
        const read = await inNode(lab, 2, ['isoinfo', names, '-i', path, '-x', `/${name}`])
        expect(read.stdout, `${names} ${name}`).toBe(text)
      }
    }
    expect((await inNode(lab, 2, ['isoinfo', '-d', '-i', path])).stdout).toMatch(/^Volume id: cidata$/m)
    expect((await inNode(lab, 2, ['stat', '-c', '%a %u', path])).stdout).toBe('600 0\n')
    expect((await inNode(lab, 2, ['sh', '-c', 'ls /var/lib/kvm-test'])).stdout).not.toMatch(/tmp/)
    await node.deleteFile(path, soon())
  })

  test('a VM with UEFI firmware starts', async () => {
    const uefi = { ...spec, internal_name: 'vm_uefi', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c8', efi_boot: true }
    uefi.disks = []
    await node.defineDomain(uefi, soon())
    await node.startDomain('vm_uefi', soon())
    expect(await node.domain('vm_uefi', soon())).toMatchObject({ state: 'running' })
    await node.destroyDomain('vm_uefi', soon())
    await node.undefineDomain('vm_uefi', soon())
    expect((await inNode(lab, 2, ['ls', '/var/lib/libvirt/qemu/nvram'])).stdout).not.toContain('vm_uefi')
  })

  test('a UEFI VM takes interfaces while it runs, as many as it has free slots', async () => {
    const card = (n: number) => ({ ...spec.interfaces[0]!, mac: `52:54:00:0e:f1:0${n}` })
    const uefi = { ...spec, internal_name: 'vm_slots', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c9', efi_boot: true }
    uefi.disks = []
    uefi.interfaces = [card(0)]
    await node.defineDomain(uefi, soon())
    await node.startDomain('vm_slots', soon())
    for (let n = 1; n <= SPARE_PORTS; n++) {
      uefi.interfaces = [...uefi.interfaces, card(n)]
      expect(await node.changeInterfaces(uefi, soon()), `interface ${n}`).toBeNull()
    }
    expect(await virsh(lab, 2, 'domiflist', 'vm_slots')).toContain(card(SPARE_PORTS).mac)
    await node.destroyDomain('vm_slots', soon())
    // What was added counts among the devices of the next start, which has as many slots free again.
    await node.startDomain('vm_slots', soon())
    uefi.interfaces = [...uefi.interfaces, card(SPARE_PORTS + 1)]
    expect(await node.changeInterfaces(uefi, soon())).toBeNull()
    await node.destroyDomain('vm_slots', soon())
    await node.undefineDomain('vm_slots', soon())
  })

  test('a VM with Secure Boot starts, on firmware that has the keys', async () => {
    expect(await node.capabilities('tcg', soon())).toEqual(expect.arrayContaining(['efi_boot', 'secure_boot', 'spice']))
    const secure = { ...spec, internal_name: 'vm_secure', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40ca' }
    Object.assign(secure, { disks: [], efi_boot: true, secure_boot: true })
    await node.defineDomain(secure, soon())
    await node.startDomain('vm_secure', soon())
    const xml = await virsh(lab, 2, 'dumpxml', 'vm_secure')
    expect(xml).toMatch(/<loader[^>]* secure='yes'/)
    expect(xml).toMatch(/<nvram template='[^']*\.ms\.fd'/)
    expect(xml).toMatch(/<smm state='on'/)
    await node.destroyDomain('vm_secure', soon())
    await node.undefineDomain('vm_secure', soon())
  })

  test('the console is taken over by who opens it last', async () => {
    const first = await node.openSerial(spec.internal_name, soon())
    const gone = new Promise((resolve) => first.resume().once('close', resolve))
    const second = await node.openSerial(spec.internal_name, soon())
    await gone
    expect(second.destroyed).toBe(false)
    second.destroy()
  })

  test('libvirt that stops or hangs ends the connection; VMs go on and are found again', async () => {
    for (const [begin, end] of [
      [() => nodeDown(lab, 2, 'libvirtd'), () => nodeUp(lab, 2, 'libvirtd')],
      [() => inNode(lab, 2, ['pkill', '-STOP', 'libvirtd']), () => inNode(lab, 2, ['pkill', '-CONT', 'libvirtd'])],
    ] as const) {
      await begin()
      try {
        expect(await node.closed).toMatchObject({
          code: 'device_unreachable',
          message: expect.stringMatching(/libvirt/),
        })
      } finally {
        await end()
      }
      node = await connect(targetOf(node2))
      expect(await node.domain(spec.internal_name, soon())).toMatchObject({ state: 'running' })
    }
  })

  test('a node without libvirt can be inspected; what is missing is reported', async () => {
    await nodeDown(lab, 2, 'libvirtd')
    try {
      const bare = await connect(targetOf(node2))
      expect(await bare.checkOs(soon())).toMatchObject({ os_name: expect.stringMatching(/Debian/) })
      expect(await bare.probeAccelerator(soon())).toBe('tcg')
      await expect(bare.checkHypervisor(soon())).rejects.toMatchObject({
        code: 'device_rejected',
        message: expect.stringMatching(/libvirt is not running on the node/),
      })
      // It is looked for again each time, so starting it is enough.
      await nodeUp(lab, 2, 'libvirtd')
      expect(await bare.checkHypervisor(soon())).toMatchObject({ libvirt_version: expect.stringMatching(/^\d/) })
      bare.close()
    } finally {
      await nodeUp(lab, 2, 'libvirtd')
      node = await connect(targetOf(node2))
    }
  })
})
