import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cpioArchive, type Item } from '../utility-guest/cpio.ts'

/** What every emulated machine calls itself. */
export const MACHINE_UUID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8'

/** A disk of an emulated machine: a raw file on this host. */
export type MachineDisk = {
  file: string
  serial: string
  kind?: 'virtio' | 'scsi' | 'nvme'
  wwn?: string
  discard?: false
}

export type MachinePlan = {
  /** An empty folder. */
  folder: string
  serial: string
  mac: string
  disks: readonly MachineDisk[]
  /** Booted through a kernel, with the session in a second archive; without it, from the first disk. */
  live?: { kernel: string; initrd: string; address: string; key: string; args?: string }
  /** TCP port of this host that leads to port 22 of the machine. */
  sshPort?: number
  memory?: number
  /** Starts what is on the disks by UEFI. */
  uefi?: boolean
  args?: readonly string[]
}

/** The second initial RAM disk, as the panel serves it: one file with address and key. */
export function sessionArchive(address: string, key: string): Buffer {
  const content = Buffer.from(`address=${address}\nkey=${key}\n`)
  const items = new Map<string, Item>([
    ['etc', { kind: 'folder' }],
    ['etc/datahall', { kind: 'folder' }],
    ['etc/datahall/session', { kind: 'file', content, executable: false }],
  ])
  return cpioArchive(items)
}

/** An emulated machine of QEMU (TCG) whose serial line is written to a file. */
export class Machine {
  private readonly child: ChildProcess
  private readonly log: string
  /** Resolves when QEMU has ended: after a power-off, and after a reboot as well. */
  readonly ended: Promise<number | null>

  constructor(plan: MachinePlan) {
    this.log = join(plan.folder, `serial-${Date.now()}.log`)
    writeFileSync(this.log, '')
    this.child = spawn('qemu-system-x86_64', qemuArguments(plan, this.log), {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    this.child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject)
      this.child.on('close', (code) => (code ? reject(new Error(`QEMU: ${said}`)) : resolve(code)))
    })
    this.ended.catch(() => {})
  }

  /** What the serial line has shown so far. */
  get serial(): string {
    return readFileSync(this.log, 'latin1')
  }

  /** Whether it has switched itself off within this time. */
  async isOffWithin(ms: number): Promise<boolean> {
    const late = new AbortController()
    const limit = pause(ms, false, { signal: late.signal }).catch(() => false)
    try {
      return await Promise.race([this.ended.then(() => true), limit])
    } finally {
      late.abort()
    }
  }

  /** Cuts the power, unless it is off. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended.catch(() => null)
  }
}

function qemuArguments(plan: MachinePlan, log: string): string[] {
  const forward = plan.sshPort ? `,hostfwd=tcp:127.0.0.1:${plan.sshPort}-:22` : ''
  return [
    ...['-machine', 'pc,accel=tcg', '-cpu', 'qemu64', '-m', String(plan.memory ?? 512), '-display', 'none'],
    ...['-nodefaults', '-no-user-config', '-no-reboot', '-serial', `file:${log}`],
    ...['-smbios', `type=1,manufacturer=Datahall,product=Test machine,serial=${plan.serial},uuid=${MACHINE_UUID}`],
    ...['-netdev', `user,id=n0${forward}`, '-device', `virtio-net-pci,netdev=n0,mac=${plan.mac},romfile=`],
    ...['-device', 'virtio-rng-pci'],
    ...(plan.disks.some(({ kind }) => kind === 'scsi') ? ['-device', 'virtio-scsi-pci,id=scsi0'] : []),
    ...plan.disks.flatMap(diskArguments),
    ...(plan.uefi ? uefiArguments(plan.folder) : []),
    ...(plan.live ? liveArguments(plan.folder, plan.mac, plan.live) : []),
    ...(plan.args ?? []),
  ]
}

function diskArguments({ file, serial, kind = 'virtio', wwn, discard }: MachineDisk, index: number): string[] {
  const drive = ['-drive', `if=none,id=d${index},format=raw,file=${file},discard=unmap,detect-zeroes=off`]
  const name = { virtio: 'virtio-blk-pci', scsi: 'scsi-hd', nvme: 'nvme' }[kind]
  const more = `${wwn ? `,wwn=${wwn}` : ''}${discard === false ? ',discard=off,write-zeroes=off' : ''}`
  return [...drive, '-device', `${name},drive=d${index},serial=${serial}${more}`]
}

/** Firmware of Debian's package `ovmf`, with variables of its own. */
function uefiArguments(folder: string): string[] {
  const variables = join(folder, 'variables.fd')
  copyFileSync('/usr/share/OVMF/OVMF_VARS_4M.fd', variables)
  const flash = (file: string) => ['-drive', `if=pflash,format=raw,file=${file}`]
  return [...flash('/usr/share/OVMF/OVMF_CODE_4M.fd,readonly=on'), ...flash(variables)]
}

function liveArguments(folder: string, mac: string, live: NonNullable<MachinePlan['live']>): string[] {
  // As iPXE joins them: each begins at a multiple of four bytes.
  const system = readFileSync(live.initrd)
  const joined = Buffer.concat([
    system,
    Buffer.alloc((4 - (system.length % 4)) % 4),
    sessionArchive(live.address, live.key),
  ])
  const file = join(folder, 'initrd')
  writeFileSync(file, joined)
  const boot = `console=ttyS0,115200 BOOTIF=01-${mac.replaceAll(':', '-')} quiet ${live.args ?? ''}`
  return ['-kernel', live.kernel, '-initrd', file, '-append', boot]
}
