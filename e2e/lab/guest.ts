import { mkdir, writeFile } from 'node:fs/promises'
import { inNode, type Lab, nodePath } from './api.ts'
import { CommandError, type RunResult } from './run.ts'

/** A guest made by hand, as tests of the lab itself need it. */
export type GuestPlan = {
  name: string
  /** IPv4 address without prefix; the network is the lab's. */
  address: string
  mac: string
  userData: string
  disk_mib: number
}

const store = '/var/lib/libvirt/images'

/** Runs virsh on a node; throws unless it succeeds. */
export async function virsh(lab: Lab, index: number, ...args: string[]): Promise<string> {
  const argv = ['virsh', '-q', '-c', 'qemu:///system', ...args]
  const result: RunResult = await inNode(lab, index, argv)
  if (result.code !== 0) throw new CommandError(argv, result)
  return result.stdout.trim()
}

/** Where tests keep disks and images on nodes; `/srv/second` is the folder of whatever storage is attached second. */
const kept = '/vm/* /images/* /srv/second'

/**
 * Removes every guest of a lab, its files, images and packet rules. Tests take the same addresses, so that a guest of the
 * test before would answer for theirs, and the same folders.
 */
export async function removeGuests(lab: Lab): Promise<void> {
  const script = `
    for name in $(virsh -q list --name); do virsh -q destroy "$name"; done
    for name in $(virsh -q list --all --name); do virsh -q undefine --checkpoints-metadata "$name"; done
    nft delete table bridge datahall || true
    rm -rf ${kept}`
  const containers = `
    export HOME=/root
    for name in $(lxc list --format csv --columns n); do lxc delete --force "$name"; done
    nft delete table bridge datahall || true
    rm -rf ${kept}`
  for (const { index, libvirt, lxd } of lab.nodes) {
    if (libvirt) await onNode(lab, index, ['sh', '-c', script])
    if (lxd) await onNode(lab, index, ['sh', '-c', containers])
  }
}

/** Path on the node of what a guest writes to its serial port. */
export function serialLog(name: string): string {
  return `/var/log/libvirt/${name}-serial.log`
}

/** Defines a guest of the tiny image with a NoCloud seed, and starts it. */
export async function startGuest(lab: Lab, index: number, plan: GuestPlan): Promise<void> {
  const seed = `${store}/seed-${plan.name}`
  const dir = nodePath(lab, index, seed)
  const network = `version: 2
ethernets:
  id0:
    match: {macaddress: '${plan.mac}'}
    addresses: [${plan.address}/${lab.panel.prefix}]
    routes: [{to: default, via: ${lab.panel.address}}]
    nameservers: {addresses: [${lab.panel.address}]}
`
  await mkdir(dir, { recursive: true })
  await writeFile(`${dir}/meta-data`, `instance-id: ${plan.name}-1\nlocal-hostname: ${plan.name}\n`)
  await writeFile(`${dir}/user-data`, plan.userData)
  await writeFile(`${dir}/network-config`, network)
  await writeFile(`${dir}.xml`, domainXml(plan))
  await onNode(lab, index, ['genisoimage', '-quiet', '-o', `${seed}.iso`, '-V', 'cidata', '-J', '-r', seed])
  const base = ['-b', '/srv/images/tiny.qcow2', '-F', 'qcow2']
  await onNode(lab, index, [
    ...['qemu-img', 'create', '-q', '-f', 'qcow2', ...base],
    ...[`${store}/${plan.name}.qcow2`, `${plan.disk_mib}M`],
  ])
  await virsh(lab, index, 'define', `${seed}.xml`)
  await virsh(lab, index, 'start', plan.name)
}

async function onNode(lab: Lab, index: number, argv: string[]): Promise<void> {
  const result = await inNode(lab, index, argv)
  if (result.code !== 0) throw new CommandError(argv, result)
}

function domainXml({ name, mac }: GuestPlan): string {
  return `<domain type='qemu'>
  <name>${name}</name>
  <memory unit='MiB'>128</memory>
  <vcpu>1</vcpu>
  <os><type arch='x86_64' machine='pc'>hvm</type><boot dev='hd'/></os>
  <features><acpi/><apic/></features>
  <cpu mode='custom' match='exact'><model>qemu64</model></cpu>
  <devices>
    <disk type='file' device='disk'>
      <driver name='qemu' type='qcow2' discard='unmap'/>
      <source file='${store}/${name}.qcow2'/>
      <target dev='vda' bus='virtio'/>
    </disk>
    <disk type='file' device='cdrom'>
      <driver name='qemu' type='raw'/>
      <source file='${store}/seed-${name}.iso'/>
      <target dev='hda' bus='ide'/>
      <readonly/>
    </disk>
    <interface type='bridge'>
      <source bridge='vmbr0'/>
      <mac address='${mac}'/>
      <model type='virtio'/>
    </interface>
    <serial type='pty'><log file='${serialLog(name)}' append='on'/></serial>
    <channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>
    <graphics type='vnc' autoport='yes' listen='127.0.0.1'/>
    <video><model type='vga'/></video>
    <rng model='virtio'><backend model='random'>/dev/urandom</backend></rng>
  </devices>
</domain>
`
}
