import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect as dial } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentLab, inNode, targetOf } from '../../../../e2e/lab/api.ts'
import { virsh } from '../../../../e2e/lab/guest.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec, InterfaceSpec } from '../domain-types.ts'
import type { PacketFilter } from '../packet-types.ts'
import { domainKey, tapName } from '../packets/names.ts'
import { hypervisorDriver } from '../registry.ts'
import type { NodeConnection } from '../types.ts'

const run = promisify(execFile)
const lab = currentLab()
const [node1] = lab.nodes
if (!node1) throw new Error('These tests need a node')
const PASSWORD = 'Guest-pass-1'
const MAC = '52:54:00:c0:00:07'
const ADDRESS = '10.90.0.240'
const GATEWAY = '10.90.0.1'
const OTHER = '10.90.0.241'
const folder = '/var/lib/tuning-test'

const card = (filter: PacketFilter | null): InterfaceSpec => ({ mac: MAC, bridge: 'vmbr0', model: 'virtio', filter })
const filter: PacketFilter = {
  firewall_rules: [
    { action: 'drop', direction: 'in', protocols: ['tcp', 'udp'], portstart: 8001, portend: 8002 },
    { action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 9001, portend: 9001 },
  ],
  anti_spoofing: { addresses: [ADDRESS] },
}
const spec: DomainSpec = {
  internal_name: 'vm_tuned',
  uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d4007',
  cpu_number: 1,
  ram_mib: 160,
  accelerator: 'tcg',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  room: null,
  limits: {
    cpu_weight: 512,
    io_weight: 300,
    io_write_mbitps: 8,
    io_read_iops: 100_000,
    net_in_mbitps: 9,
    net_out_mbitps: 8,
  },
  disks: [{ path: `${folder}/disk.qcow2`, format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
  cdrom: `${folder}/seed.iso`,
  interfaces: [card(filter)],
  vnc_password: 'secret-1',
  spice: null,
  efi_boot: false,
  secure_boot: false,
}
const seed = {
  'meta-data': 'instance-id: tuned-1\nlocal-hostname: tuned\n',
  'user-data': `#cloud-config\n${JSON.stringify({ password: PASSWORD, chpasswd: { expire: false }, ssh_pwauth: true, disable_root: false })}\n`,
  'network-config': JSON.stringify({
    version: 2,
    ethernets: { id0: { match: { macaddress: MAC }, addresses: [`${ADDRESS}/24`] } },
  }),
}

/** What a shell in the guest says; its standard input comes from here. */
async function inGuest(command: string, address = ADDRESS): Promise<string> {
  const options = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'ConnectTimeout=3',
    'ConnectionAttempts=1',
  ]
  const argv = ['-p', PASSWORD, 'ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${address}`, command]
  return (await run('sshpass', argv, { timeout: 40_000 })).stdout.trim()
}

/** Whether a TCP connection comes about within a second: a dropped packet is answered by nothing at all. */
async function reaches(port: number, address = ADDRESS): Promise<'open' | 'refused' | 'silence'> {
  const socket = dial({ host: address, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) })
    return 'open'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'silence'
  } finally {
    socket.destroy()
  }
}

const rules = async () => (await inNode(lab, 1, ['nft', 'list', 'table', 'bridge', 'datahall'])).stdout

describe('limits of a VM', () => {
  let node: NodeConnection

  beforeAll(async () => {
    node = await hypervisorDriver('kvm').connect(targetOf(node1), soon())
    await clear()
    await node.ensureDirectories([folder], soon())
    const backing = { path: '/srv/images/tiny.qcow2', format: 'qcow2' } as const
    await node.createVolume({ path: spec.disks[0]!.path, size_mib: 256, backing }, soon())
    await node.writeSeed(spec.cdrom!, seed, soon())
    await node.defineDomain(spec, soon())
    await node.startDomain(spec.internal_name, soon())
  }, 60_000)

  afterAll(async () => {
    if (!node) return
    await clear()
    node.close()
  })

  async function clear() {
    await node.destroyDomain(spec.internal_name, soon())
    await node.undefineDomain(spec.internal_name, soon())
    for (const path of [spec.disks[0]!.path, spec.cdrom!]) await node.deleteFile(path, soon())
  }

  test('the VM comes up', { timeout: 60_000 }, async () => {
    await expect.poll(() => inGuest('echo up').catch(String), { timeout: 55_000, interval: 300 }).toBe('up')
    await inGuest('for port in 8002 8003; do httpd -p $port -h /etc; done')
  })

  test('libvirt has taken all of it', async () => {
    const xml = await virsh(lab, 1, 'dumpxml', spec.internal_name)
    for (const part of [
      /<shares>512<\/shares>/,
      /<weight>300<\/weight>/,
      /<write_bytes_sec>1000000<\/write_bytes_sec>/,
      /<read_iops_sec>100000<\/read_iops_sec>/,
      new RegExp(`<target dev='${tapName('vm_tuned', MAC)}'/>`),
    ])
      expect(xml).toMatch(part)
    // And the kernel: the weight is set in the VM's cgroup.
    expect(await virsh(lab, 1, 'schedinfo', spec.internal_name)).toMatch(/cpu_shares\s*: 512/)
    expect(await virsh(lab, 1, 'blkiotune', spec.internal_name)).toMatch(/weight\s*: 300/)
  })

  test('a closed port is silent, its neighbour answers', async () => {
    expect(await Promise.all([8001, 8002, 8003, 8004].map((port) => reaches(port)))).toEqual([
      'silence',
      'silence',
      'open',
      'refused',
    ])
  })

  test('the VM reaches all ports but the closed one', async () => {
    const servers = [9001, 9002].map((port) => createServer((socket) => socket.end('hello')).listen(port, GATEWAY))
    try {
      const ask = (port: number) => inGuest(`nc -w 2 ${GATEWAY} ${port} < /dev/null || echo silence`)
      expect(await Promise.all([ask(9001), ask(9002)])).toEqual(['silence', 'hello'])
    } finally {
      for (const server of servers) server.close()
    }
  })

  test('a foreign address and a foreign MAC get nowhere, and a new address works at once', async () => {
    await inGuest(`ip address add ${OTHER}/24 dev eth0`)
    expect(await reaches(22, OTHER)).toBe('silence')
    const sent = await inGuest(`ping -c 1 -W 1 -I ${OTHER} ${GATEWAY} > /dev/null && echo passed || echo dropped`)
    expect(sent).toBe('dropped')
    const forged = [
      'ip link set eth0 address 52:54:00:99:99:99',
      `ping -c 1 -W 1 ${GATEWAY} > /dev/null && echo passed || echo dropped`,
      `ip link set eth0 address ${MAC}`,
    ]
    expect(await inGuest(forged.join('; '))).toBe('dropped')
    expect(await inGuest(`ping -c 1 -W 3 ${GATEWAY} > /dev/null && echo passed`)).toBe('passed')

    const addresses = (...list: string[]) => [card({ ...filter, anti_spoofing: { addresses: list } })]
    await node.setNetworkRules(spec.internal_name, addresses(ADDRESS, OTHER), spec.limits, soon())
    await expect.poll(() => reaches(22, OTHER), { timeout: 10_000 }).toBe('open')
    expect(await reaches(8002, OTHER)).toBe('silence')
    // Taken away again: what is left is the other one.
    await node.setNetworkRules(spec.internal_name, addresses(OTHER), spec.limits, soon())
    await expect.poll(() => reaches(22), { timeout: 10_000 }).toBe('silence')
    expect(await reaches(22, OTHER)).toBe('open')
    await node.setNetworkRules(spec.internal_name, addresses(ADDRESS), spec.limits, soon())
    await expect.poll(() => reaches(22), { timeout: 10_000 }).toBe('open')
  })

  /** Seconds that a command takes in the guest, by its own clock. */
  async function secondsOf(command: string): Promise<number> {
    const now = "cut -d' ' -f1 /proc/uptime"
    const said = await inGuest(`from=$(${now}); ${command} 2> /dev/null || echo failed; ${now}; echo $from`)
    const [to = Number.NaN, from = Number.NaN] = said.split('\n').map(Number)
    return to - from
  }
  const MIB = 2 ** 20

  test.each([
    ['writing as defined', {}, `dd if=/dev/zero of=/root/big bs=64k count=128 oflag=direct`, (8 * MIB) / 1e6],
    [
      'writing as changed while it runs',
      { io_write_mbitps: 16 },
      'dd if=/dev/zero of=/root/big bs=64k count=256 oflag=direct',
      (16 * MIB) / 2e6,
    ],
    ['reading', { io_read_mbitps: 16 }, 'dd if=/root/big of=/dev/null bs=64k count=256 iflag=direct', (16 * MIB) / 2e6],
    ['operations of reading', { io_read_iops: 100 }, 'dd if=/root/big of=/dev/null bs=4k count=800 iflag=direct', 8],
    [
      'operations of writing',
      { io_write_iops: 100 },
      'dd if=/dev/zero of=/root/big bs=4k count=800 conv=notrunc oflag=direct',
      8,
    ],
  ])('%s keeps within a tenth of its limit', { timeout: 120_000 }, async (_, changed, command, seconds) => {
    const { io_write_mbitps, ...others } = spec.limits
    const limits = Object.keys(changed).length === 0 ? { ...others, io_write_mbitps } : { ...others, ...changed }
    await node.changeDomain({ ...spec, limits }, soon())
    const took = await secondsOf(command)
    console.info(`${command}: ${took.toFixed(2)} s, ${seconds.toFixed(2)} s by its limit`)
    expect(took / seconds).toBeGreaterThan(0.9)
    expect(took / seconds).toBeLessThan(1.1)
  })

  test('nothing of it stays when the VM is deleted, nor after a definition that failed', async () => {
    expect(await rules()).toContain(tapName('vm_tuned', MAC))
    const taken = { ...spec, uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d4008' }
    await expect(node.defineDomain(taken, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    await node.destroyDomain(spec.internal_name, soon())
    await node.undefineDomain(spec.internal_name, soon())
    expect(await rules()).not.toContain(domainKey('vm_tuned'))

    const broken = { ...spec, internal_name: 'vm_tuned2', limits: { ...spec.limits, cpu_weight: 300_000 } }
    await expect(node.defineDomain(broken, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    expect(await rules()).toContain(domainKey('vm_tuned2'))
    await node.undefineDomain('vm_tuned2', soon())
    expect(await rules()).not.toContain(domainKey('vm_tuned2'))
  })

  test('a definition without filters removes those of the one before', async () => {
    await node.defineDomain(spec, soon())
    await node.defineDomain({ ...spec, interfaces: [card(null)] }, soon())
    expect(await rules()).not.toContain(domainKey('vm_tuned'))
    await node.setNetworkRules('vm_none', [card(filter)], spec.limits, soon())
    expect(await rules()).not.toContain(domainKey('vm_none'))
  })
})
