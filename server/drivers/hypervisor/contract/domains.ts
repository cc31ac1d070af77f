import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { joinLink } from '../../../protocols/spice/link.ts'
import { SpiceProgram } from '../../../protocols/spice/testing.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec, InterfaceSpec } from '../domain-types.ts'
import { archiveContract } from './archives.ts'
import { captureContract } from './captures.ts'
import { diskContract } from './disks.ts'
import { runningExportContract } from './exports.ts'
import { interfaceContract } from './interfaces.ts'
import { mediaContract } from './media.ts'
import { moveContract } from './moves.ts'
import { scriptContract } from './scripts.ts'
import { listen, name, type Suite } from './suite.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIN2YV8xJ4m0P0B1oTzq6xv2u7mH0t1l0Yk9bM5w8cQeR'

/** The life of one domain, and errors for an absent one. */
export function domainContract(suite: Suite): void {
  const { env, events, seen, spec, password, at } = suite
  const { hasScreen } = env

  describe('an absent domain', () => {
    test('is null, and off: stopping and removing it is done already', async () => {
      expect(await suite.node.domain('vm_none', soon())).toBeNull()
      await suite.node.shutdownDomain('vm_none', 1_000, soon())
      await suite.node.destroyDomain('vm_none', soon())
      await suite.node.undefineDomain('vm_none', soon())
    })

    test('cannot be used', async () => {
      const refused = { code: 'device_rejected' }
      expect(await suite.node.consoleLog('vm_none', soon())).toBeNull()
      await expect(suite.node.startDomain('vm_none', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.openVnc('vm_none', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.openSerial('vm_none', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.setVncPassword('vm_none', 'secret', soon())).rejects.toMatchObject(refused)
      const script = { token: 'f'.repeat(32), script: 'echo', environment: {} }
      await expect(suite.node.startGuestScript('vm_none', script, soon())).rejects.toMatchObject(refused)
      await expect(suite.node.guestSshKeys('vm_none', 'root', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.setGuestPassword('vm_none', 'root', 'secret', soon())).rejects.toMatchObject(refused)
    })
  })

  describe('a domain', () => {
    test('is defined, twice the same', async () => {
      await suite.node.defineDomain(spec, soon())
      await suite.node.defineDomain(spec, soon())
      expect(await suite.node.domain(name, soon())).toEqual({
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
      await expect(suite.node.openVnc(name, soon())).rejects.toMatchObject({ code: 'device_rejected' })
      await expect(suite.node.openSerial(name, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })

    test('starts, and is in the list', async () => {
      await suite.node.startDomain(name, soon())
      await suite.node.startDomain(name, soon())
      await seen({ kind: 'state', state: 'running' })
      const listed = (await suite.node.domains(soon())).find((item) => item.internal_name === name)
      expect(listed).toMatchObject({ state: 'running' })
      if (hasScreen) expect(listed?.vnc_port).toBeGreaterThan(0)
      else expect(listed?.vnc_port).toBeNull()
      expect(await suite.node.domain(name, soon())).toEqual(listed)
    })

    test('boots; its serial port asks who one is, and takes the password of the seed', async () => {
      const serial = await suite.node.openSerial(name, soon())
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

    test('keeps what the guest writes to its serial port, without escape sequences', async () => {
      const log = () => suite.node.consoleLog(name, soon())
      await expect.poll(log, { timeout: 10_000 }).toMatch(/login: /)
      expect(await log()).not.toMatch(/[^\P{Cc}\n\t]/u)
    })

    if (!hasScreen)
      test('says that it has no screen', async () => {
        const refused = { code: 'device_rejected', message: expect.stringMatching(/no screen/) }
        await expect(suite.node.openVnc(name, soon())).rejects.toMatchObject(refused)
        await expect(suite.node.setVncPassword(name, 'changed1', soon())).rejects.toMatchObject(refused)
      })

    if (hasScreen)
      test('shows a screen: two at once, both speak RFB', async () => {
        for (const vnc of await Promise.all([suite.node.openVnc(name, soon()), suite.node.openVnc(name, soon())])) {
          const said = listen(vnc)
          await said(/^RFB 003\.00[378]\n$/, 5_000)
          vnc.destroy()
        }
      })

    if (hasScreen)
      test('has SPICE on several connections, whose password changes while it runs', async () => {
        expect(await suite.node.spicePort(name, soon())).toBeGreaterThan(0)
        const verdict = async (known: string) => {
          const [near, far] = duplexPair()
          const server = await suite.node.openSpice(name, soon())
          const options = { password: known, admit: () => {}, timeoutMs: 10_000, signal: soon() }
          const joined = joinLink(far, server, options).then(() => server.pipe(far))
          const [said] = await Promise.all([new SpiceProgram(near).link(1, 0), joined])
          server.destroy()
          return said
        }
        expect(await verdict('contract-of-spice')).toBe(0)
        expect(await verdict('anything else')).not.toBe(0)
        const spice = { password: 'another-of-spice', extras: false }
        expect(await suite.node.changeSpice({ ...spec, spice }, soon())).toBe(false)
        expect(await verdict('another-of-spice')).toBe(0)
        expect(await verdict('contract-of-spice')).not.toBe(0)
        // What else there is of it waits for the next start, and for nothing when it is taken back.
        expect(await suite.node.changeSpice({ ...spec, spice: null }, soon())).toBe(true)
        expect(await suite.node.changeSpice(spec, soon())).toBe(false)
      })

    test('counts what it does', async () => {
      const stats = (await suite.node.stats(soon())).find((item) => item.internal_name === name)
      expect(stats).toMatchObject({ state: 'running' })
      expect(stats?.cpu_time_ns).toBeGreaterThan(0)
      expect(stats?.ram_used_mib).toBeGreaterThan(0)
      expect(stats?.ram_host_mib).toBeGreaterThan(0)
      if (env.timesDisks) {
        const disk = stats?.disks.find((one) => one.name === 'vda')
        expect(disk?.read_bytes).toBeGreaterThan(0)
        expect(disk?.read_ops).toBeGreaterThan(0)
        expect(disk?.read_ns ?? 0).toBeGreaterThan(0)
      }
      expect(stats?.interfaces.map((one) => one.name)).toEqual(['0'])
    })

    if (hasScreen)
      test('changes the password of its screen while it runs', async () => {
        await suite.node.setVncPassword(name, 'changed1', soon())
        await expect(suite.node.setVncPassword(name, 'longer than eight', soon())).rejects.toMatchObject({
          code: 'invalid_input',
        })
      })

    test("changes a user's password while it runs", async () => {
      // The agent starts a moment after the login prompt.
      const set = () => suite.node.setGuestPassword(name, env.guest.user, 'other "ü" one', soon())
      await expect.poll(() => set().then(() => 'set', String), { timeout: 20_000, interval: 250 }).toBe('set')
    })

    test('has SSH keys of a user added and removed while it runs', async () => {
      const { user } = env.guest
      // In which order is the agent's business.
      const read = async () => (await suite.node.guestSshKeys(name, user, soon())).sort()
      const change = (add: string[], remove: string[]) =>
        suite.node.changeGuestSshKeys(name, user, { add, remove }, soon())
      const before = await read()
      const [one, two] = ['one', 'two'].map((word) => `${KEY} ${word}@contract`) as [string, string]
      await change([one, two], [])
      await change([one], [])
      expect(await read()).toEqual([...before, one, two].sort())
      await change([], [one])
      await change([], [one])
      expect(await read()).toEqual([...before, two].sort())
      await change([], [two])
      expect(await read()).toEqual(before)
    })

    if (hasScreen)
      test('has an agent that answers', async () =>
        expect(await suite.node.repairGuestAgent(name, soon())).toEqual({ found: 'answers' }))

    if (env.exportsDisks) {
      runningExportContract(suite)
      moveContract(suite)
    } else archiveContract(suite)

    test('grows while it runs', async () => {
      const change = (more: Partial<DomainSpec>) => suite.node.changeDomain({ ...spec, ...more }, soon())
      const sizes = () => suite.node.domainSizes(name, soon())
      expect(await change({ cpu_number: 2 })).toEqual([])
      const grown = { cpu_number: 2, ram_mib: 128 }
      expect(await sizes()).toEqual({ running: grown, defined: grown })
      expect(await suite.node.domain(name, soon())).toMatchObject(grown)
      const more = { cpu_number: 3, ram_mib: 256 }
      const waiting = await change(more)
      if (env.grows === 'within_room') {
        expect(waiting).toMatchObject([{ field: 'cpu_number' }, { field: 'ram_mib' }])
        expect(await sizes()).toEqual({ running: grown, defined: more })
      } else {
        expect(waiting).toEqual([])
        expect(await sizes()).toEqual({ running: more, defined: more })
      }
      expect(await suite.node.domainSizes('vm_none', soon())).toBeNull()
    })

    test('gives memory back while it runs', async () => {
      expect(await suite.node.changeDomain({ ...spec, cpu_number: 2, ram_mib: 112 }, soon())).toEqual([])
      const { running, defined } = (await suite.node.domainSizes(name, soon())) ?? {}
      expect(Math.abs((running?.ram_mib ?? 0) - 112)).toBeLessThanOrEqual(4)
      expect(defined).toEqual({ cpu_number: 2, ram_mib: 112 })
    })

    test('has a larger disk while it runs, and never a smaller one', async () => {
      const [disk] = spec.disks as [DomainSpec['disks'][number]]
      const before = await suite.node.diskSize(name, disk, soon())
      const grown = { size_mib: before + 64, why: null }
      expect(await suite.node.growDisk(name, disk, before + 64, soon())).toEqual(grown)
      expect(await suite.node.growDisk(name, disk, before + 64, soon())).toEqual(grown)
      expect(await suite.node.growDisk(name, disk, before, soon())).toEqual(grown)
      expect(await suite.node.diskSize(name, disk, soon())).toBe(before + 64)
    })

    test('takes the definition over when it is off', async () => {
      // In the order in which the suite goes on: running still, with another size at its next start.
      await suite.node.defineDomain(spec, soon())
      expect((await suite.node.domainSizes(name, soon()))?.defined).toEqual({ cpu_number: 1, ram_mib: 128 })
    })

    interfaceContract(suite)
    if (hasScreen) diskContract(suite)
    mediaContract(suite)
    scriptContract(() => suite.node, name)

    test('reports how full the file systems of the guest are, where it knows', async () => {
      const found = await suite.node.guestFileSystems(name, soon())
      for (const { total_bytes, used_bytes } of found) {
        expect(used_bytes).toBeGreaterThan(0)
        expect(used_bytes).toBeLessThanOrEqual(total_bytes)
      }
      // Containers have none of their own in every storage.
      if (suite.env.hasScreen) expect(found.map(({ mount }) => mount)).toContain('/')
    })

    test('is not removed while it runs', async () => {
      await expect(suite.node.undefineDomain(name, soon())).rejects.toMatchObject({ code: 'device_rejected' })
      expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
    })

    test('is asked to power off, and does', async () => {
      events.length = 0
      await suite.node.shutdownDomain(name, 30_000, soon())
      expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'stopped', vnc_port: null })
      await seen({ kind: 'state', state: 'stopped' })
      await suite.node.shutdownDomain(name, 30_000, soon())
    })

    test('says when the guest does not power off in time, and gives up with the signal', async () => {
      await suite.node.startDomain(name, soon())
      await expect(suite.node.shutdownDomain(name, 1, soon())).rejects.toMatchObject({ code: 'device_rejected' })
      const stop = new AbortController()
      const waiting = suite.node.shutdownDomain(name, 60_000, stop.signal)
      stop.abort(new Error('enough'))
      await expect(waiting).rejects.toThrow('enough')
      expect(await suite.node.domain(name, soon())).not.toBeNull()
    })

    test('loses its power, and its consoles end', async () => {
      await suite.node.startDomain(name, soon())
      const serial = await suite.node.openSerial(name, soon())
      const consoles = [serial, ...(hasScreen ? [await suite.node.openVnc(name, soon())] : [])]
      const ended = Promise.all(consoles.map((stream) => once(stream.resume(), 'close', { signal: soon() })))
      events.length = 0
      await suite.node.destroyDomain(name, soon())
      await suite.node.destroyDomain(name, soon())
      await seen({ kind: 'state', state: 'stopped' })
      await ended
      expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'stopped' })
    })

    captureContract(suite)

    test('has a larger disk when it is off', async () => {
      const [disk] = spec.disks as [DomainSpec['disks'][number]]
      const before = await suite.node.diskSize(name, disk, soon())
      const grown = { size_mib: before + 32, why: null }
      expect(await suite.node.growDisk(name, disk, before + 32, soon())).toEqual(grown)
      const gone = { ...disk, path: at('none.qcow2') }
      await expect(suite.node.growDisk(name, gone, before, soon())).rejects.toMatchObject({
        code: 'device_rejected',
      })
    })

    test('is removed', async () => {
      // What the guest wrote outlives its power, not the domain.
      expect(await suite.node.consoleLog(name, soon())).toMatch(/login: /)
      await suite.node.undefineDomain(name, soon())
      await suite.node.undefineDomain(name, soon())
      expect(await suite.node.consoleLog(name, soon())).toBeNull()
      await seen({ kind: 'undefined' })
      expect(await suite.node.domain(name, soon())).toBeNull()
      expect((await suite.node.domains(soon())).map((item) => item.internal_name)).not.toContain(name)
    })

    test('gives its place to another installation once it is off', async () => {
      const [disk] = spec.disks as [DomainSpec['disks'][number]]
      const next = { ...spec, cdrom: null, disks: [{ ...disk, path: at('other.qcow2') }] }
      const backing = { path: at('image.qcow2'), format: 'qcow2' } as const
      await suite.node.createVolume({ path: at('other.qcow2'), size_mib: env.image.disk_mib, backing }, soon())
      await suite.node.defineDomain({ ...spec, cdrom: null }, soon())
      await suite.node.startDomain(name, soon())
      await expect(suite.node.replaceDomain(next, soon())).rejects.toMatchObject({ code: 'device_rejected' })
      await suite.node.destroyDomain(name, soon())
      await suite.node.replaceDomain(next, soon())
      await suite.node.replaceDomain(next, soon())
      const known = (await suite.node.domains(soon())).map((item) => item.internal_name)
      expect(known.filter((one) => one.startsWith(name))).toEqual([name])
      await suite.node.deleteFile(at('disk.qcow2'), soon())
      await suite.node.startDomain(name, soon())
      expect(await suite.node.domain(name, soon())).toMatchObject({ uuid: spec.uuid, state: 'running' })
      expect(await suite.node.diskSize(name, next.disks[0] ?? disk, soon())).toBe(env.image.disk_mib)
      await suite.node.destroyDomain(name, soon())
      await suite.node.undefineDomain(name, soon())
      await suite.node.deleteFile(at('other.qcow2'), soon())
      await suite.node.createVolume({ path: disk.path, size_mib: env.image.disk_mib, backing }, soon())
    })

    test('weights, limits and packet filters are taken, changed and given up again', async () => {
      const limits = { cpu_weight: 1, io_weight: 1, io_read_mbitps: 800, io_write_iops: 50_000 }
      const rules = [
        { action: 'drop', direction: 'in', protocols: ['tcp', 'udp'], portstart: 1, portend: 65535 },
      ] as const
      const filtered = (addresses: string[] | null): InterfaceSpec[] =>
        spec.interfaces.map((one) => ({
          ...one,
          filter: { firewall_rules: rules, anti_spoofing: { addresses } },
        }))
      const held = { ...spec, cdrom: null, limits, interfaces: filtered(['192.0.2.1', '2001:db8::1']) }
      await suite.node.defineDomain(held, soon())
      await suite.node.startDomain(name, soon())
      expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
      // Addresses come and go while the VM runs.
      for (const addresses of [['192.0.2.2'], [], null])
        await suite.node.setNetworkRules(name, filtered(addresses), { net_in_mbitps: 5 }, soon())
      await suite.node.setNetworkRules(name, filtered(null), {}, soon())
      await suite.node.setNetworkRules('vm_none', filtered(null), {}, soon())
      const counted = { packets: expect.any(Number), bytes: expect.any(Number) }
      expect(await suite.node.packetCounters(name, soon())).toEqual({ rules: [counted], forged: counted })
      expect(await suite.node.packetCounters('vm_none', soon())).toEqual({
        rules: [],
        forged: { packets: 0, bytes: 0 },
      })
      // What is no address or port stands in no rule.
      const invalid = { code: 'invalid_input' }
      for (const address of ['', '1.2.3', '192.0.2.1/33', '192.0.2.1; flush ruleset', 'fe80::1%eth0'])
        await expect(suite.node.setNetworkRules(name, filtered([address]), {}, soon()), address).rejects.toMatchObject(
          invalid,
        )
      await suite.node.destroyDomain(name, soon())
      await suite.node.defineDomain(spec, soon())
      await suite.node.undefineDomain(name, soon())
      expect(await suite.node.domain(name, soon())).toBeNull()
    })

    test('names are data: nothing in them is markup or a command', async () => {
      for (const hostile of [`vm<&>"'`, 'vm;reboot', '$(id)', '--help', 'true']) {
        const odd = { ...spec, internal_name: hostile, uuid: '5d0f3f4e-9a1c-4d57-8f1e-0a4b6c2d7e11' }
        await suite.node.defineDomain(odd, soon())
        expect(await suite.node.domain(hostile, soon())).toMatchObject({ internal_name: hostile, state: 'stopped' })
        await suite.node.undefineDomain(hostile, soon())
      }
      await expect(suite.node.defineDomain({ ...spec, internal_name: 'a\nb' }, soon())).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })
  })
}
