import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNode, nodeDown, nodePath, nodeUp } from '../../../../e2e/lab/api.ts'
import { virsh } from '../../../../e2e/lab/guest.ts'
import { authenticateToServer } from '../../../protocols/rfb/client-handshake.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainEvent } from '../domain-types.ts'
import type { NodeConnection } from '../types.ts'
import { connect, lab, otherTarget, spec } from './lab-fixture.ts'
import { consoleLogPath } from './log.ts'

describe('kvm on a real node', () => {
  let node: NodeConnection
  const events: DomainEvent[] = []
  const seen = (wanted: Partial<DomainEvent>) =>
    expect
      .poll(() => events, { timeout: 10_000, interval: 10 })
      .toContainEqual(expect.objectContaining({ internal_name: spec.internal_name, ...wanted }))

  beforeAll(async () => {
    node = await connect(otherTarget)
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
      node = await connect(otherTarget)
      expect(await node.domain(spec.internal_name, soon())).toMatchObject({ state: 'running' })
    }
  })

  test('a node without libvirt can be inspected; what is missing is reported', async () => {
    await nodeDown(lab, 2, 'libvirtd')
    try {
      const bare = await connect(otherTarget)
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
      node = await connect(otherTarget)
    }
  })
})
