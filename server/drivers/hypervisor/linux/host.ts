import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { unlessAborted } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { NodeCounters, NodeUsage } from '../figure-types.ts'
import type { NodeFacts } from '../node-types.ts'
import { failed } from './failed.ts'
import { parseInterfaces } from './interfaces.ts'
import { COUNT, COUNTER_FILES, parseCounters } from './node-counters.ts'
import { acceptOs } from './os-release.ts'
import { nodePath } from './paths.ts'

const sampleMs = 200

type CpuTicks = { busy: number; all: number }

/** A node as a Linux system, whatever hypervisor it has: system, hardware, load. */
export class LinuxHost {
  readonly #ssh: SshConnection
  #lastTicks: CpuTicks | null = null

  constructor(ssh: SshConnection) {
    this.#ssh = ssh
  }

  async #say(argv: string[], signal: AbortSignal): Promise<string> {
    const result = await this.#ssh.exec(argv, { signal, timeoutMs: 10_000 })
    if (result.code !== 0) throw failed(argv[0]!, result)
    return result.stdout
  }

  async checkOs(signal: AbortSignal): Promise<{ os_name: string; kernel: string }> {
    const user = await this.#ssh.exec(['id', '-u'], { signal })
    if (user.code !== 0)
      throw deviceRejected(msg`The node does not run ordinary commands: it must run Linux and have a shell`)
    if (user.stdout.trim() !== '0') throw deviceRejected(msg`The panel must sign in to the node as root`)
    const osRelease = await this.#ssh.exec(['cat', '/etc/os-release'], { signal })
    const [machine, kernel] = await Promise.all([
      this.#say(['uname', '-m'], signal),
      this.#say(['uname', '-r'], signal),
    ])
    return { os_name: acceptOs(osRelease.stdout, machine.trim()), kernel: cleanMessage(kernel) }
  }

  async hardware(signal: AbortSignal): Promise<Pick<NodeFacts, 'cpu_model' | 'cpu_number' | 'ram_mib' | 'interfaces'>> {
    const [cpuinfo, meminfo, addresses, routes4, routes6] = await Promise.all([
      this.#say(['cat', '/proc/cpuinfo'], signal),
      this.#say(['cat', '/proc/meminfo'], signal),
      this.#say(['ip', '-j', '-d', 'addr', 'show'], signal),
      this.#say(['ip', '-j', '-4', 'route', 'show', 'default'], signal),
      this.#say(['ip', '-j', '-6', 'route', 'show', 'default'], signal),
    ])
    return {
      cpu_model: cleanMessage(/^model name\s*:\s*(.*)$/m.exec(cpuinfo)?.[1] ?? 'unknown'),
      cpu_number: (cpuinfo.match(/^processor\s*:/gm) ?? []).length,
      ram_mib: Math.floor(kib(meminfo, 'MemTotal') / 1024),
      interfaces: parseInterfaces(addresses, routes4, routes6),
    }
  }

  async usage(path: string, signal: AbortSignal): Promise<NodeUsage> {
    nodePath(path)
    const before = this.#lastTicks ?? (await this.#ticks(signal))
    // Too short a time says nothing: only the first call in a while has to wait.
    if (!this.#lastTicks) await unlessAborted(new Promise((resolve) => setTimeout(resolve, sampleMs)), signal)
    const [after, meminfo, space] = await Promise.all([
      this.#ticks(signal),
      this.#say(['cat', '/proc/meminfo'], signal),
      this.#ssh
        .sftp(signal, (files) => files.space(path))
        .catch((error) => {
          if (error instanceof SftpError)
            throw deviceRejected(msg`There is no ${cleanMessage(path)} on the node`, { cause: error })
          throw error
        }),
    ])
    const elapsed = after.all - before.all
    if (elapsed > 0) this.#lastTicks = after
    const mib = (bytes: number) => Math.floor(bytes / (1 << 20))
    return {
      cpu_percent: elapsed > 0 ? Math.round((1000 * (after.busy - before.busy)) / elapsed) / 10 : 0,
      ram_used_mib: Math.floor((kib(meminfo, 'MemTotal') - kib(meminfo, 'MemAvailable')) / 1024),
      storage_mib: { total: mib(space.total), used: mib(space.total - space.free) },
    }
  }

  async counters(signal: AbortSignal): Promise<NodeCounters> {
    const argv = ['sh', '-c', COUNT, 'sh', ...COUNTER_FILES]
    const result = await this.#ssh.exec(argv, { signal, timeoutMs: 10_000 })
    // Not every kernel has pressure files, and `tail` fails for what is not there after it has shown the others.
    if (!result.stdout.includes('==> /proc/stat <==')) throw failed('tail', result)
    return parseCounters(result.stdout)
  }

  /** First line of /proc/stat (proc(5)): user nice system idle iowait irq softirq steal … */
  async #ticks(signal: AbortSignal): Promise<CpuTicks> {
    const line = (await this.#say(['head', '-n', '1', '/proc/stat'], signal))
      .trim()
      .split(/\s+/)
      .slice(1, 9)
      .map(Number)
    const all = line.reduce((total, ticks) => total + ticks, 0)
    return { all, busy: all - (line[3] ?? 0) - (line[4] ?? 0) }
  }
}

function kib(meminfo: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1] ?? 0)
}
