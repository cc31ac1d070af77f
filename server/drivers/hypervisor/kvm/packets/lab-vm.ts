import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { currentLab, targetOf } from '../../../../../e2e/lab/api.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { DomainSpec, InterfaceSpec } from '../../domain-types.ts'
import type { PacketFilter } from '../../packet-types.ts'
import { hypervisorDriver } from '../../registry.ts'
import type { NodeConnection } from '../../types.ts'

const run = promisify(execFile)
const password = 'Guest-pass-1'
const folder = '/var/lib/packets-test'

export const MAC = '52:54:00:c0:00:08'
export const ADDRESS = '10.90.0.242'
export const GATEWAY = '10.90.0.1'
export const name = 'vm_packets'
export const lab = currentLab()

export const cards = (filter: PacketFilter | null): InterfaceSpec[] => [
  { mac: MAC, bridge: 'vmbr0', model: 'virtio', filter },
]

export const spec: DomainSpec = {
  internal_name: name,
  uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d4018',
  cpu_number: 1,
  ram_mib: 192,
  accelerator: 'tcg',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  limits: {},
  room: null,
  disks: [{ path: `${folder}/disk.qcow2`, format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
  cdrom: `${folder}/seed.iso`,
  interfaces: cards(null),
  vnc_password: 'secret-1',
  spice: null,
  efi_boot: false,
  secure_boot: false,
}

const seed = {
  'meta-data': 'instance-id: packets-1\nlocal-hostname: packets\n',
  'user-data': `#cloud-config\n${JSON.stringify({ password, chpasswd: { expire: false }, ssh_pwauth: true, disable_root: false })}\n`,
  'network-config': JSON.stringify({
    version: 2,
    ethernets: { id0: { match: { macaddress: MAC }, addresses: [`${ADDRESS}/24`] } },
  }),
}

export function connect(): Promise<NodeConnection> {
  const [node] = lab.nodes
  if (!node) throw new Error('These tests need a node')
  return hypervisorDriver('kvm').connect(targetOf(node), soon())
}

/** Defines the VM with new disks; what an earlier run has left is removed. */
export async function define(node: NodeConnection): Promise<void> {
  await clear(node)
  await node.ensureDirectories([folder], soon())
  const backing = { path: '/srv/images/tiny.qcow2', format: 'qcow2' } as const
  await node.createVolume({ path: spec.disks[0]!.path, size_mib: 256, backing }, soon())
  await node.writeSeed(spec.cdrom!, seed, soon())
  await node.defineDomain(spec, soon())
}

export async function clear(node: NodeConnection): Promise<void> {
  await node.destroyDomain(name, soon())
  await node.undefineDomain(name, soon())
  for (const path of [spec.disks[0]!.path, spec.cdrom!]) await node.deleteFile(path, soon())
}

function ssh(command: string): string[] {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=20']
  return ['-p', password, 'ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${ADDRESS}`, command]
}

/** What a shell in the guest says, to a command that reads `input`. */
export async function inGuest(command: string, input = ''): Promise<string> {
  const running = run('sshpass', ssh(command), { timeout: 40_000 })
  running.child.stdin?.end(input)
  return (await running).stdout.trim()
}

/** Brings programs into the guest, with their libraries and whatever files they need; the guest's own C library is the same. */
export async function bring(programs: readonly string[], files: readonly string[] = []): Promise<void> {
  const linked = (await run('ldd', [...programs])).stdout
  const libraries = new Set([...linked.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path))
  const paths = [...programs, ...libraries, ...files].map((path) => path.slice(1))
  const pack = spawn('tar', ['-chC', '/', ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  const unpack = spawn('sshpass', ssh('mkdir -p /tmp/brought && tar -xC /tmp/brought'), {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const [[code]] = await Promise.all([once(unpack, 'exit'), pipeline(pack.stdout, unpack.stdin)])
  if (code !== 0) throw new Error(`tar in the guest ended with ${code}`)
}

/** How a program that was brought is called in the guest: with the libraries it came with. */
export const brought = (program: string) =>
  `LD_LIBRARY_PATH=/tmp/brought/lib/x86_64-linux-gnu:/tmp/brought/usr/lib/x86_64-linux-gnu /tmp/brought${program}`

const sender =
  'socket($s,17,3,0) or die; chomp($i=`cat /sys/class/net/eth0/ifindex`); while(<STDIN>){chomp; send($s,pack("H*",$_),0,pack("SnlSCCa8",17,3,$i,0,0,6,"")) or die}'

/** Sends frames from the guest's interface, each three times. */
export async function sendFrames(frames: readonly Buffer[]): Promise<void> {
  const child = spawn('sshpass', ssh(`${brought('/usr/bin/perl')} -e '${sender}'`), {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(`${[1, 2, 3].flatMap(() => frames.map((frame) => frame.toString('hex'))).join('\n')}\n`)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`perl in the guest ended with ${code}`)
}

/** Frames that arrive beside the panel from now on, whatever they are for, as hexadecimal digits. */
export async function sniff(): Promise<{ seen: () => string; stop: () => void }> {
  const program =
    'socket($s,17,3,768) or die; $|=1; print "ready\n"; while(recv($s,$f,2000,0) ne undef){print unpack("H*",$f),"\n"}'
  const child = spawn('perl', ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (data) => {
    text += data
  })
  while (!text.startsWith('ready')) await once(child.stdout, 'data')
  return { seen: () => text, stop: () => child.kill() }
}
