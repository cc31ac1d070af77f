import type { GuestFacts } from './facts.ts'

/** A line on the console and when it comes, in milliseconds after the VM was switched on. */
export type ConsoleLine = { atMs: number; text: string }

const dim = (text: string) => `\x1b[90m${text}\x1b[0m`
const bold = (text: string) => `\x1b[1m${text}\x1b[0m`
const ok = (text: string) => `[  \x1b[32mOK\x1b[0m  ] ${text}`

const started = (atMs: number, unit: string, about: string) => ({
  atMs,
  text: ok(`Started ${bold(unit)} - ${about}.`),
})
const reached = (atMs: number, unit: string, about: string) => ({
  atMs,
  text: ok(`Reached target ${bold(unit)} - ${about}.`),
})

/** What a guest prints while it starts; the last entry is the moment of the login prompt. */
export function bootLines(guest: GuestFacts): ConsoleLine[] {
  return [...(guest.is_container ? containerLines(guest) : kernelLines(guest)), { atMs: 2000, text: '' }]
}

/** A container begins with its first process. */
const containerLines = ({ hostname }: GuestFacts): ConsoleLine[] => [
  { atMs: 100, text: 'systemd 257 running in system mode' },
  { atMs: 110, text: 'Detected virtualization lxc.' },
  { atMs: 120, text: `Hostname set to <${hostname}>.` },
  reached(300, 'local-fs.target', 'Local File Systems'),
  started(400, 'systemd-networkd.service', 'Network Configuration'),
  started(550, 'ssh.service', 'OpenBSD Secure Shell server'),
  reached(700, 'multi-user.target', 'Multi-User System'),
]

function kernelLines(guest: GuestFacts): ConsoleLine[] {
  const kernel = (atMs: number, text: string) => ({
    atMs,
    text: `${dim(`[${(atMs / 1000).toFixed(6).padStart(12)}]`)} ${text}`,
  })
  const cpus = guest.cpu_number === 1 ? '1 CPU' : `${guest.cpu_number} CPUs`
  return [
    { atMs: 0, text: 'Booting from Hard Disk...' },
    kernel(310, 'Linux version 6.12.41-amd64 (simulated guest)'),
    kernel(360, 'Command line: root=/dev/vda1 ro console=tty0 console=ttyS0'),
    kernel(420, `Memory: ${guest.ram_mib * 1024}K available`),
    kernel(480, `smp: Brought up 1 node, ${cpus}`),
    ...guest.disks.map((disk, i) => kernel(560 + i * 10, `virtio_blk virtio${i + 1}: [${disk.name}] ${disk.size}`)),
    ...guest.interfaces.map((nic, i) => kernel(610 + i * 10, `virtio_net virtio${i + 8} ${nic.name}: ${nic.mac}`)),
    kernel(700, 'EXT4-fs (vda1): mounted filesystem with ordered data mode'),
    kernel(820, 'systemd[1]: Detected virtualization kvm.'),
    kernel(830, `systemd[1]: Hostname set to <${guest.hostname}>.`),
    reached(1000, 'local-fs.target', 'Local File Systems'),
    started(1100, 'systemd-networkd.service', 'Network Configuration'),
    started(1250, 'qemu-guest-agent.service', 'QEMU Guest Agent'),
    ...guest.failedUnits.map((unit, i) => ({
      atMs: 1350 + i * 10,
      text: `[\x1b[31mFAILED\x1b[0m] Failed to start ${bold(unit)}.`,
    })),
    started(1450, 'cloud-init.service', 'Cloud-init: settings applied'),
    started(1600, 'ssh.service', 'OpenBSD Secure Shell server'),
    reached(1700, 'multi-user.target', 'Multi-User System'),
  ]
}

export function shutdownLines({ is_container }: Pick<GuestFacts, 'is_container'>): ConsoleLine[] {
  const stopped = (atMs: number, unit: string) => ({ atMs, text: ok(`Stopped ${bold(unit)}.`) })
  return [
    { atMs: 0, text: '' },
    stopped(50, 'ssh.service'),
    ...(is_container ? [] : [stopped(150, 'qemu-guest-agent.service')]),
    stopped(300, 'systemd-networkd.service'),
    { atMs: 450, text: ok(`Unmounted ${bold('/boot')}.`) },
    { atMs: 600, text: ok(`Reached target ${bold('poweroff.target')} - System Power Off.`) },
  ]
}
