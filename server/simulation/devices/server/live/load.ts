import type { LoadResult } from '../../../../domain/hardware-report/load.ts'
import type { HardwareReport } from '../../../../domain/operation/report.ts'
import { pause } from '../../../../shared/abort.ts'
import type { Work } from './work.ts'

const MIB = 1_048_576
const CPU_MS = 20_000
/** What a thread hashes, and what filling and reading twice goes through, in MiB a second. */
const HASHED = 640
const FILLED = 270
/** What is read of each disk at most. */
const MOST_READ = 1024

type Disk = HardwareReport['disks'][number]
const speedOf = ({ transport, rotational }: Disk) => (rotational ? 212 : transport === 'nvme' ? 2980 : 520)

/** The tests under load that the job asks for, as `load.sh` of the agent has them; all are passed. */
export async function testLoad({ job, parts, panel, signal }: Work): Promise<{ load?: LoadResult }> {
  const kinds = job.get('load') ?? []
  if (kinds.length === 0) return {}
  const { cpus, memory_mib, disks } = parts.hardware()
  const threads = cpus.reduce((sum, cpu) => sum + cpu.threads, 0)
  const load: LoadResult = []
  const take = (ms: number) => pause(ms * parts.speed, signal)
  for (const kind of kinds) {
    await panel.progress('load', 40, `Testing under load: ${kind}`)
    if (kind === 'cpu') {
      await take(CPU_MS)
      load.push({ test: 'cpu', ok: true, cpus: threads, wrong: 0, mib: threads * HASHED * (CPU_MS / 1000) })
    }
    if (kind === 'memory') {
      const mib = Math.floor(memory_mib / 2)
      await take((mib / FILLED) * 1000)
      load.push({ test: 'memory', ok: true, mib })
    }
    if (kind === 'disk')
      for (const disk of disks) {
        const mib = Math.min(MOST_READ, Math.floor(disk.bytes / MIB))
        const mib_per_s = speedOf(disk)
        await take((mib / mib_per_s) * 1000)
        load.push({ test: 'disk', ok: true, serial: disk.serial, mib, mib_per_s })
      }
  }
  return { load }
}
