import type { DiskCounters, InterfaceCounters, NodeCounters, Pressure } from '../figure-types.ts'

/** Read in one command (`COUNT`), in this order; a kernel without pressure stall information lacks the last three. */
export const COUNTER_FILES = [
  '/proc/stat',
  '/proc/meminfo',
  '/proc/loadavg',
  '/proc/diskstats',
  '/proc/net/dev',
  '/proc/pressure/cpu',
  '/proc/pressure/memory',
  '/proc/pressure/io',
] as const

/** Section of what the VMs wait for. */
const GROUPS = 'groups'
/**
 * Shows the files that are its words, a line `==> path <==` before each, then a line for each VM whose control group counts its pressure: name, processors,
 * memory, disks. Without a process for each of them.
 */
export const COUNT = `tail -v -n +1 "$@"
printf '\n==> ${GROUPS} <==\n'
for g in /sys/fs/cgroup/machine.slice/machine-qemu*.scope /sys/fs/cgroup/lxc.payload.*; do
  read -r _ cpu _ < "$g/cpu.pressure" && read -r _ memory _ < "$g/memory.pressure" && read -r _ io _ < "$g/io.pressure" &&
    printf '%s\n' "\${g##*/} $cpu $memory $io"
done 2> /dev/null
exit 0`

const MOST_DEVICES = 64
const SECTOR = 512
/** Whole disks; partitions, and what lies on disks (LVM, RAID, loops), would count twice. */
const DISK = /^(?:sd[a-z]+|vd[a-z]+|xvd[a-z]+|hd[a-z]|nvme\d+n\d+|mmcblk\d+|dasd[a-z]+)$/
/** Interfaces that are wires; bridges, bonds, VLANs and those of VMs carry the same packets again. */
const VIRTUAL = /^(?:lo|vnet|tap|tun|veth|virbr|br|vmbr|docker|bond|dummy|ovs|lxd|lxc|incus|fw|vxlan|macvtap|ifb)/

const count = (text: string | undefined): number => {
  const number = Number(text)
  return Number.isFinite(number) && number >= 0 ? Math.min(number, Number.MAX_SAFE_INTEGER) : 0
}
const words = (line: string) => line.trim().split(/\s+/)

/** `head -v`-like output of `COUNTER_FILES`: a line `==> path <==` before each. */
function sections(text: string): Map<string, string> {
  const parts = text.split(/^==> (\S+) <==$/m).slice(1)
  return new Map(Array.from({ length: parts.length / 2 }, (_, i) => [parts[2 * i] ?? '', parts[2 * i + 1] ?? '']))
}

/** proc(5): user nice system idle iowait irq softirq steal; guest time is part of user. */
function cpu(stat: string): NodeCounters['cpu'] {
  const ticks = words(/^cpu .*$/m.exec(stat)?.[0] ?? '').slice(1, 9)
  const at = (i: number) => count(ticks[i])
  return { all: ticks.reduce((sum, one) => sum + count(one), 0), idle: at(3), iowait: at(4), steal: at(7) }
}

function memory(meminfo: string) {
  const mib = (field: string) =>
    Math.floor(count(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1]) / 1024)
  return {
    ram_mib: { total: mib('MemTotal'), available: mib('MemAvailable') },
    swap_used_mib: Math.max(0, mib('SwapTotal') - mib('SwapFree')),
  }
}

/** Documentation/admin-guide/iostats of Linux; sectors are of 512 bytes whatever the disk has, times milliseconds. */
function disks(text: string): DiskCounters[] {
  return text
    .split('\n')
    .map(words)
    .filter(([, , name]) => name !== undefined && DISK.test(name))
    .slice(0, MOST_DEVICES)
    .map((line) => ({
      name: line[2] ?? '',
      read_ops: count(line[3]),
      read_bytes: count(line[5]) * SECTOR,
      read_ns: count(line[6]) * 1e6,
      write_ops: count(line[7]),
      write_bytes: count(line[9]) * SECTOR,
      write_ns: count(line[10]) * 1e6,
    }))
}

function interfaces(text: string): InterfaceCounters[] {
  return [...text.matchAll(/^\s*([A-Za-z0-9_-]{1,15}):\s*(.*)$/gm)]
    .filter(([, name = '']) => !VIRTUAL.test(name))
    .slice(0, MOST_DEVICES)
    .map(([, name = '', rest = '']) => {
      const at = words(rest)
      return {
        name,
        rx_bytes: count(at[0]),
        rx_packets: count(at[1]),
        tx_bytes: count(at[8]),
        tx_packets: count(at[9]),
        errors: count(at[2]) + count(at[10]),
        drops: count(at[3]) + count(at[11]),
      }
    })
}

function pressure(files: Map<string, string>): Pressure | null {
  const some = (what: string) => {
    const text = /^some avg10=([\d.]+)/m.exec(files.get(`/proc/pressure/${what}`) ?? '')?.[1]
    return text === undefined ? null : Math.min(100, count(text))
  }
  const [cpuPart, memoryPart, io] = [some('cpu'), some('memory'), some('io')]
  return cpuPart === null || memoryPart === null || io === null ? null : { cpu: cpuPart, memory: memoryPart, io }
}

/** Beyond what one node runs. */
const MOST_GROUPS = 10_000
/** The group that libvirt has systemd make for a domain, whose own name is escaped in it, or LXD's of a container; the shares as the kernel writes them. */
const GROUP =
  /^(?:machine-qemu\\x2d\d+\\x2d(\S+)\.scope|lxc\.payload\.(\S+)) avg10=([\d.]+) avg10=([\d.]+) avg10=([\d.]+)$/gm

function pressures(text: string): Map<string, Pressure> {
  const found = new Map<string, Pressure>()
  const share = (value: string | undefined) => Math.min(100, count(value))
  for (const [, domain, container = '', cpuPart, memoryPart, io] of text.matchAll(GROUP)) {
    if (found.size === MOST_GROUPS) break
    const name = domain?.replace(/\\x([0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    found.set(name ?? container, { cpu: share(cpuPart), memory: share(memoryPart), io: share(io) })
  }
  return found
}

/** What a node counts of itself. @param text output of `COUNT` with `COUNTER_FILES` */
export function parseCounters(text: string): NodeCounters {
  const files = sections(text)
  const of = (path: (typeof COUNTER_FILES)[number]) => files.get(path) ?? ''
  return {
    cpu: cpu(of('/proc/stat')),
    ...memory(of('/proc/meminfo')),
    load_1: count(words(of('/proc/loadavg'))[0]),
    pressure: pressure(files),
    pressures: pressures(files.get(GROUPS) ?? ''),
    disks: disks(of('/proc/diskstats')),
    interfaces: interfaces(of('/proc/net/dev')),
  }
}
