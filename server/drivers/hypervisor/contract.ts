import { once } from 'node:events'
import { type Duplex, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../domain/shared/errors.ts'
import { generateKeyPair } from '../../protocols/ssh/keys.ts'
import type {
  Accelerator,
  DomainEvent,
  DomainSpec,
  ImageSource,
  InterfaceSpec,
  NodeConnection,
  NodeTarget,
} from './types.ts'

/** What a driver's tests must tell the suite about the node it runs against. */
export type HypervisorContractEnv = {
  target: NodeTarget
  /** Directory on the node that belongs to the suite; it makes it. */
  folder: string
  bridge: string
  /** What the probe must find. */
  accelerator: Accelerator
  /** A bootable image, at least 4 KiB; `open` of the source is the suite's own. */
  image: { bytes: Buffer; sha256: string; disk_mib: number }
  guest: {
    user: string
    /** Ends what the serial port says before somebody signs in. */
    loginPrompt: RegExp
    /** Ends what it says to somebody who did. */
    shellPrompt: RegExp
    bootMs: number
  }
  /** Targets that must be refused, and in which words. */
  refusals: { what: string; target: NodeTarget; code: ErrorCode; words: RegExp }[]
  /** Makes the node fall silent, and brings it back; absent when nothing can. */
  silence?: { begin: () => Promise<void>; end: () => Promise<void> }
}

const name = 'vm_contract'
const patience = () => AbortSignal.timeout(60_000)

/** Everything `NodeConnection` promises; the fake runs it always, real peers in the lab. */
export function hypervisorContract(
  label: string,
  connect: (target: NodeTarget) => Promise<NodeConnection>,
  env: HypervisorContractEnv,
): void {
  const at = (file: string) => `${env.folder}/${file}`
  const spec: DomainSpec = {
    internal_name: name,
    uuid: '5d0f3f4e-9a1c-4d57-8f1e-0a4b6c2d7e10',
    cpu_number: 1,
    ram_mib: 128,
    accelerator: env.accelerator,
    cpu_mode: 'default',
    cpu_custom_model: null,
    nesting: false,
    limits: {},
    disks: [{ path: at('disk.qcow2'), format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
    cdrom: at('seed.iso'),
    interfaces: [{ mac: '52:54:00:c0:00:01', bridge: env.bridge, model: 'virtio', filter: null }],
    vnc_password: 'contract',
    efi_boot: false,
  }
  const password = `Gu'est "#1" $x ü`
  const seed = {
    'meta-data': 'instance-id: contract-1\nlocal-hostname: contract\n',
    'user-data': `#cloud-config\n${JSON.stringify({ password, chpasswd: { expire: false }, ssh_pwauth: true, disable_root: false })}\n`,
    'network-config': JSON.stringify({ version: 2, ethernets: {} }),
  }

  describe(`${label}: what every hypervisor owes`, () => {
    let node: NodeConnection
    const events: DomainEvent[] = []
    const opened: number[] = []
    let forget = () => {}

    const source = (overrides: Partial<ImageSource> = {}): ImageSource => ({
      path: at('image.qcow2'),
      size_bytes: env.image.bytes.length,
      sha256: env.image.sha256,
      open: async (offset) => {
        opened.push(offset)
        return Readable.from(chunks(env.image.bytes.subarray(offset)))
      },
      ...overrides,
    })

    /** Waits for pushed events, never asks. */
    async function seen(wanted: Partial<DomainEvent>): Promise<void> {
      const matches = (event: DomainEvent) =>
        event.internal_name === name &&
        Object.entries(wanted).every(([key, value]) => Reflect.get(event, key) === value)
      await expect.poll(() => events.some(matches), { timeout: 5_000, interval: 10 }).toBe(true)
    }

    beforeAll(async () => {
      node = await connect(env.target)
      forget = node.onDomainEvent((event) => events.push(event))
      await node.destroyDomain(name, patience())
      await node.undefineDomain(name, patience())
      await node.ensureDirectories([env.folder], patience())
      for (const file of ['image.qcow2', 'image.qcow2.sha256', 'disk.qcow2', 'seed.iso', 'other.qcow2']) {
        await node.deleteFile(at(file), patience())
      }
      events.length = 0
    })

    afterAll(async () => {
      await node.destroyDomain(name, patience())
      await node.undefineDomain(name, patience())
      node.close()
      expect(await node.closed).toBeNull()
    })

    describe('signing in', () => {
      test('shows the host key and takes it pinned', async () => {
        expect(node.hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
        const again = await connect({ ...env.target, hostKey: node.hostKey })
        again.close()
        expect(await again.closed).toBeNull()
      })

      for (const { what, target, code, words } of env.refusals) {
        test(`says in words: ${what}`, async () => {
          await expect(connect(target)).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
        })
      }

      test('works with a key once it is authorized, and authorizes it once', async () => {
        const { privateKey, publicKey } = generateKeyPair('contract')
        await node.authorizeKey(publicKey, patience())
        await node.authorizeKey(publicKey, patience())
        const byKey = await connect({ ...env.target, auth: { privateKey }, hostKey: node.hostKey })
        byKey.close()
        await expect(node.authorizeKey('ssh-ed25519 AAAA', patience())).rejects.toMatchObject({ code: 'invalid_input' })
        await expect(node.authorizeKey(`command="x" ${publicKey}`, patience())).rejects.toMatchObject({
          code: 'invalid_input',
        })
      })
    })

    describe('the node', () => {
      test('tells what it is', async () => {
        const { os_name, kernel } = await node.checkOs(patience())
        const versions = await node.checkHypervisor(patience())
        expect(versions.libvirt_version).toMatch(/^\d+\.\d+\.\d+$/)
        const facts = await node.facts(patience())
        expect(facts).toMatchObject({ os_name, kernel, ...versions })
        expect(facts.hostname).not.toBe('')
        expect(facts.cpu_model).not.toBe('')
        expect(facts.cpu_number).toBeGreaterThan(0)
        expect(facts.ram_mib).toBeGreaterThan(100)
        const bridge = facts.interfaces.find((item) => item.name === env.bridge)
        expect(bridge).toMatchObject({ type: 'bridge', up: true })
        expect(bridge?.mac).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/)
      })

      test('tells how busy it is', async () => {
        const usage = await node.usage(env.folder, patience())
        expect(usage.cpu_percent).toBeGreaterThanOrEqual(0)
        expect(usage.cpu_percent).toBeLessThanOrEqual(100)
        expect(usage.ram_used_mib).toBeGreaterThan(0)
        expect(usage.storage_mib.used).toBeLessThanOrEqual(usage.storage_mib.total)
        await expect(node.usage('/no/such/place', patience())).rejects.toMatchObject({ code: 'device_rejected' })
      })

      test('finds its accelerator by booting, within half a minute', async () => {
        const start = Date.now()
        expect(await node.probeAccelerator(patience())).toBe(env.accelerator)
        expect(Date.now() - start).toBeLessThan(30_000)
      })
    })

    describe('images and volumes', () => {
      test('an image with a wrong checksum does not stay', async () => {
        const wrong = source({ sha256: '0'.repeat(64) })
        await expect(node.putImage(wrong, () => {}, patience())).rejects.toMatchObject({
          code: 'device_rejected',
          message: expect.stringMatching(/checksum/),
        })
      })

      test('a transfer that broke goes on where it stopped', async () => {
        const third = Math.floor(env.image.bytes.length / 3)
        const broken = source({
          open: async (offset) =>
            Readable.from(chunks(env.image.bytes.subarray(offset, third), new Error('the source broke'))),
        })
        await expect(node.putImage(broken, () => {}, patience())).rejects.toThrow()
        opened.length = 0
        const progress: number[] = []
        await node.putImage(source(), (bytes) => progress.push(bytes), patience())
        expect(opened).toHaveLength(1)
        expect(opened[0]).toBeGreaterThan(0)
        expect(opened[0]).toBeLessThanOrEqual(third)
        expect(progress).toEqual([...progress].sort((a, b) => a - b))
        expect(progress.at(-1)).toBe(env.image.bytes.length)
      })

      test('an image that is there is not sent again; another one in its place is refused', async () => {
        opened.length = 0
        await node.putImage(source(), () => {}, patience())
        expect(opened).toEqual([])
        const other = source({ sha256: '1'.repeat(64) })
        await expect(node.putImage(other, () => {}, patience())).rejects.toMatchObject({ code: 'device_rejected' })
      })

      test('two who want the same image send it once', async () => {
        opened.length = 0
        const both = source({ path: at('other.qcow2') })
        await Promise.all([node.putImage(both, () => {}, patience()), node.putImage(both, () => {}, patience())])
        expect(opened).toEqual([0])
        await node.deleteFile(at('other.qcow2'), patience())
        await node.deleteFile(at('other.qcow2'), patience())
      })

      test('a transfer ends with its signal', async () => {
        const stop = new AbortController()
        const slow = source({
          path: at('other.qcow2'),
          open: async () =>
            Readable.from(stalled(env.image.bytes.subarray(0, 4096), () => stop.abort(new Error('enough')))),
        })
        await expect(node.putImage(slow, () => {}, stop.signal)).rejects.toThrow('enough')
      })

      test('a clone of the image is made once; another size in its place is refused', async () => {
        const backing = { path: at('image.qcow2'), format: 'qcow2' } as const
        const volume = { path: at('disk.qcow2'), size_mib: env.image.disk_mib, backing }
        await node.createVolume(volume, patience())
        await node.createVolume(volume, patience())
        await expect(node.createVolume({ ...volume, size_mib: volume.size_mib + 1 }, patience())).rejects.toMatchObject(
          {
            code: 'device_rejected',
          },
        )
        await expect(
          node.createVolume({ ...volume, path: at('small.qcow2'), size_mib: 1 }, patience()),
        ).rejects.toMatchObject({
          code: 'device_rejected',
        })
        await node.writeSeed(at('seed.iso'), seed, patience())
        await node.writeSeed(at('seed.iso'), seed, patience())
      })

      test('a path that is not absolute and plain is refused', async () => {
        for (const path of ['relative', '/a/../b', '', '/a\nb', '/a/', '-rf']) {
          await expect(node.deleteFile(path, patience()), JSON.stringify(path)).rejects.toMatchObject({
            code: 'invalid_input',
          })
        }
      })
    })

    describe('a domain nobody knows', () => {
      test('is null, and off: stopping and removing it is done already', async () => {
        expect(await node.domain('vm_none', patience())).toBeNull()
        await node.shutdownDomain('vm_none', 1_000, patience())
        await node.destroyDomain('vm_none', patience())
        await node.undefineDomain('vm_none', patience())
      })

      test('cannot be used', async () => {
        const refused = { code: 'device_rejected' }
        await expect(node.startDomain('vm_none', patience())).rejects.toMatchObject(refused)
        await expect(node.openVnc('vm_none', patience())).rejects.toMatchObject(refused)
        await expect(node.openSerial('vm_none', patience())).rejects.toMatchObject(refused)
        await expect(node.setVncPassword('vm_none', 'secret', patience())).rejects.toMatchObject(refused)
        await expect(node.setGuestPassword('vm_none', 'root', 'secret', patience())).rejects.toMatchObject(refused)
      })
    })

    describe('a domain', () => {
      test('is defined, twice the same', async () => {
        await node.defineDomain(spec, patience())
        await node.defineDomain(spec, patience())
        expect(await node.domain(name, patience())).toEqual({
          internal_name: name,
          uuid: spec.uuid,
          state: 'stopped',
          cpu_number: 1,
          ram_mib: 128,
          vnc_port: null,
        })
        await seen({ kind: 'defined' })
      })

      test('has no console while it is off', async () => {
        await expect(node.openVnc(name, patience())).rejects.toMatchObject({ code: 'device_rejected' })
        await expect(node.openSerial(name, patience())).rejects.toMatchObject({ code: 'device_rejected' })
      })

      test('starts, and is in the list', async () => {
        await node.startDomain(name, patience())
        await node.startDomain(name, patience())
        await seen({ kind: 'state', state: 'running' })
        const listed = (await node.domains(patience())).find((item) => item.internal_name === name)
        expect(listed).toMatchObject({ state: 'running' })
        expect(listed?.vnc_port).toBeGreaterThan(0)
        expect(await node.domain(name, patience())).toEqual(listed)
      })

      test('boots; its serial port asks who one is, and takes the password of the seed', async () => {
        const serial = await node.openSerial(name, patience())
        const said = listen(serial)
        // A prompt that came before us comes again.
        serial.write('\n')
        await said(env.guest.loginPrompt, env.guest.bootMs)
        serial.write(`${env.guest.user}\n`)
        await said(/[Pp]assword:\s*$/, 10_000)
        serial.write(`${password}\n`)
        await said(env.guest.shellPrompt, 10_000)
        serial.write('echo se""en\n')
        await said(/seen/, 10_000)
        serial.destroy()
      })

      test('shows a screen: two at once, both speak RFB', async () => {
        for (const vnc of await Promise.all([node.openVnc(name, patience()), node.openVnc(name, patience())])) {
          const said = listen(vnc)
          await said(/^RFB 003\.00[378]\n$/, 5_000)
          vnc.destroy()
        }
      })

      test('counts what it does', async () => {
        const stats = (await node.stats(patience())).find((item) => item.internal_name === name)
        expect(stats).toMatchObject({ state: 'running' })
        expect(stats?.cpu_time_ns).toBeGreaterThan(0)
        expect(stats?.ram_used_mib).toBeGreaterThan(0)
        expect(stats?.disk_read_bytes).toBeGreaterThan(0)
      })

      test('changes passwords while it runs', async () => {
        await node.setVncPassword(name, 'changed1', patience())
        await expect(node.setVncPassword(name, 'longer than eight', patience())).rejects.toMatchObject({
          code: 'invalid_input',
        })
        // The agent starts a moment after the login prompt.
        const set = () => node.setGuestPassword(name, env.guest.user, 'other "ü" one', patience())
        await expect.poll(() => set().then(() => 'set', String), { timeout: 20_000, interval: 250 }).toBe('set')
      })

      test('is not removed while it runs', async () => {
        await expect(node.undefineDomain(name, patience())).rejects.toMatchObject({ code: 'device_rejected' })
        expect(await node.domain(name, patience())).toMatchObject({ state: 'running' })
      })

      test('is asked to power off, and does', async () => {
        events.length = 0
        await node.shutdownDomain(name, 30_000, patience())
        expect(await node.domain(name, patience())).toMatchObject({ state: 'stopped', vnc_port: null })
        await seen({ kind: 'state', state: 'stopped' })
        await node.shutdownDomain(name, 30_000, patience())
      })

      test('says when the guest does not power off in time, and gives up with the signal', async () => {
        await node.startDomain(name, patience())
        await expect(node.shutdownDomain(name, 1, patience())).rejects.toMatchObject({ code: 'device_rejected' })
        const stop = new AbortController()
        const waiting = node.shutdownDomain(name, 60_000, stop.signal)
        stop.abort(new Error('enough'))
        await expect(waiting).rejects.toThrow('enough')
        expect(await node.domain(name, patience())).not.toBeNull()
      })

      test('loses its power, and its consoles end', async () => {
        await node.startDomain(name, patience())
        const serial = await node.openSerial(name, patience())
        const vnc = await node.openVnc(name, patience())
        const ended = Promise.all([serial, vnc].map((stream) => once(stream.resume(), 'close', { signal: patience() })))
        events.length = 0
        await node.destroyDomain(name, patience())
        await node.destroyDomain(name, patience())
        await seen({ kind: 'state', state: 'stopped' })
        await ended
        expect(await node.domain(name, patience())).toMatchObject({ state: 'stopped' })
      })

      test('is removed', async () => {
        await node.undefineDomain(name, patience())
        await node.undefineDomain(name, patience())
        await seen({ kind: 'undefined' })
        expect(await node.domain(name, patience())).toBeNull()
        expect((await node.domains(patience())).map((item) => item.internal_name)).not.toContain(name)
      })

      test('weights, limits and packet filters are taken, changed and given up again', async () => {
        const limits = { cpu_weight: 1, io_weight: 1, io_read_mbitps: 800, io_write_iops: 50_000 }
        const rules = [{ direction: 'in', protocols: ['tcp', 'udp'], portstart: 1, portend: 65535 }] as const
        const filtered = (addresses: string[] | null): InterfaceSpec[] =>
          spec.interfaces.map((one) => ({
            ...one,
            filter: { firewall_rules: rules, anti_spoofing: { addresses } },
          }))
        const held = { ...spec, cdrom: null, limits, interfaces: filtered(['192.0.2.1', '2001:db8::1']) }
        await node.defineDomain(held, patience())
        await node.startDomain(name, patience())
        expect(await node.domain(name, patience())).toMatchObject({ state: 'running' })
        // Addresses come and go while the machine runs.
        for (const addresses of [['192.0.2.2'], [], null]) await node.setFilters(name, filtered(addresses), patience())
        await node.setFilters(name, filtered(null), patience())
        await node.setFilters('vm_none', filtered(null), patience())
        await node.destroyDomain(name, patience())
        await node.defineDomain(spec, patience())
        await node.undefineDomain(name, patience())
        expect(await node.domain(name, patience())).toBeNull()
      })

      test('names are data: nothing in them is markup or a command', async () => {
        for (const hostile of [`vm<&>"'`, 'vm;reboot', '$(id)', '--help', 'true']) {
          const odd = { ...spec, internal_name: hostile, uuid: '5d0f3f4e-9a1c-4d57-8f1e-0a4b6c2d7e11' }
          await node.defineDomain(odd, patience())
          expect(await node.domain(hostile, patience())).toMatchObject({ internal_name: hostile, state: 'stopped' })
          await node.undefineDomain(hostile, patience())
        }
        await expect(node.defineDomain({ ...spec, internal_name: 'a\nb' }, patience())).rejects.toMatchObject({
          code: 'invalid_input',
        })
      })
    })

    describe('the connection', () => {
      test('refuses work whose signal is over, and stays good', async () => {
        const over = AbortSignal.abort(new Error('too late'))
        await expect(node.domains(over)).rejects.toThrow('too late')
        await expect(node.facts(over)).rejects.toThrow('too late')
        expect(await node.domain(name, patience())).toBeNull()
      })

      test('pushes nothing to who stopped listening', async () => {
        forget()
        events.length = 0
        const other: DomainEvent[] = []
        const stop = node.onDomainEvent((event) => other.push(event))
        await node.defineDomain(spec, patience())
        await node.undefineDomain(name, patience())
        await expect.poll(() => other.some((event) => event.kind === 'undefined'), { timeout: 5_000 }).toBe(true)
        stop()
        expect(events).toEqual([])
      })

      const { silence } = env
      test.runIf(silence)(
        'is over within 15 s when the node falls silent, and a new one works afterwards',
        async () => {
          const doomed = await connect(env.target)
          await doomed.domains(patience())
          const begun = Date.now()
          await silence!.begin()
          try {
            const call = doomed.domains(patience()).catch((error: unknown) => error)
            const end = await doomed.closed
            expect(end).toMatchObject({ code: 'device_unreachable' })
            expect(Date.now() - begun).toBeLessThan(15_000)
            expect(await call).toMatchObject({ code: 'device_unreachable' })
            await expect(doomed.domains(patience())).rejects.toMatchObject({ code: 'device_unreachable' })
          } finally {
            await silence!.end()
          }
          node = await connect(env.target)
          expect(await node.domain(name, patience())).toBeNull()
        },
      )
    })
  })
}

function* chunks(bytes: Buffer, end?: Error): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  if (end) throw end
}

async function* stalled(bytes: Buffer, onStall: () => void): AsyncGenerator<Buffer> {
  yield bytes
  onStall()
  await new Promise(() => {})
}

/** Collects what a stream says from now on; the function waits until all of it since the last match ends as expected. */
export function listen(stream: Duplex): (wanted: RegExp, withinMs: number) => Promise<string> {
  let text = ''
  stream.on('data', (data: Buffer) => {
    text += data.toString('latin1')
  })
  return async (wanted, withinMs) => {
    const deadline = AbortSignal.timeout(withinMs)
    while (!wanted.test(text)) {
      await once(stream, 'data', { signal: deadline }).catch(() => {
        throw new Error(`Expected ${wanted} within ${withinMs} ms, got ${JSON.stringify(text.slice(-400))}`)
      })
    }
    const all = text
    text = ''
    return all
  }
}
