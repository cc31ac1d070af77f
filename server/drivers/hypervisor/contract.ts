import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import { connectionContract } from './contract/connection.ts'
import { domainContract } from './contract/domains.ts'
import { servedVolumeContract, volumeExportContract } from './contract/exports.ts'
import { imageContract } from './contract/images.ts'
import { volumeCopyContract } from './contract/moves.ts'
import { nodeContract } from './contract/node.ts'
import { chunks, type HypervisorContractEnv, name, type Suite } from './contract/suite.ts'
import type { DomainEvent, DomainSpec } from './domain-types.ts'
import type { ImageSource } from './image-types.ts'
import type { NodeConnection, NodeTarget } from './types.ts'

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
    // Room for memory costs a guest 64 MiB of what it has: it prepares for devices that reach below 4 GiB only.
    room: { cpu_number: 2, ram_mib: 128 },
    limits: {},
    disks: [{ path: at('disk.qcow2'), format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
    cdrom: at('seed.iso'),
    interfaces: [{ mac: '52:54:00:c0:00:01', bridge: env.bridge, model: 'virtio', filter: null }],
    vnc_password: 'contract',
    spice: env.hasScreen ? { password: 'contract-of-spice', extras: false } : null,
    efi_boot: false,
    secure_boot: false,
  }
  const password = `Gu'est "#1" $x ü`
  const seed = {
    'meta-data': 'instance-id: contract-1\nlocal-hostname: contract\n',
    'user-data': `#cloud-config\n${JSON.stringify({ password, chpasswd: { expire: false }, ssh_pwauth: true, disable_root: false })}\n`,
    'network-config': JSON.stringify({ version: 2, ethernets: {} }),
  }

  describe(`${label}: what every hypervisor owes`, () => {
    const events: DomainEvent[] = []
    const opened: number[] = []

    const source = (overrides: Partial<ImageSource> = {}): ImageSource => ({
      path: at('image.qcow2'),
      size_bytes: env.image.bytes.length,
      sha256: env.image.sha256,
      holds: env.image.holds,
      open: async (offset) => {
        opened.push(offset)
        return Readable.from(chunks(env.image.bytes.subarray(offset)))
      },
      ...overrides,
    })

    async function seen(wanted: Partial<DomainEvent>): Promise<void> {
      const matches = (event: DomainEvent) =>
        event.internal_name === name &&
        Object.entries(wanted).every(([key, value]) => Reflect.get(event, key) === value)
      await expect.poll(() => events.some(matches), { timeout: 5_000, interval: 10 }).toBe(true)
    }

    const shared = { env, connect, events, opened, source, seen, spec, seed, password, at }
    const suite: Suite = { ...shared, node: undefined as unknown as NodeConnection, forget: () => {} }

    beforeAll(async () => {
      const node = await connect(env.target)
      suite.node = node
      suite.forget = node.onDomainEvent((event) => events.push(event))
      await node.destroyDomain(name, soon())
      await node.undefineDomain(name, soon())
      await node.ensureDirectories([env.folder], soon())
      for (const file of ['image.qcow2', 'image.qcow2.sha256', 'disk.qcow2', 'seed.iso', 'other.qcow2', 'memory.ram']) {
        await node.deleteFile(at(file), soon())
      }
      events.length = 0
    })

    afterAll(async () => {
      const { node } = suite
      await node.destroyDomain(name, soon())
      await node.undefineDomain(name, soon())
      node.close()
      expect(await node.closed).toBeNull()
    })

    nodeContract(suite)
    imageContract(suite)
    if (env.exportsDisks) {
      volumeExportContract(suite)
      servedVolumeContract(suite)
      volumeCopyContract(suite)
    }
    domainContract(suite)
    connectionContract(suite)
  })
}
