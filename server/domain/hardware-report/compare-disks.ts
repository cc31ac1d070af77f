import type { HardwareReport } from '../operation/report.ts'
import type { Difference } from './difference.ts'
import { diskIdentity, driveSize, hasOtherFirmware, judgeDisk, WORN_PERCENT } from './parts.ts'

type Disk = HardwareReport['disks'][number]
type Change = Pick<Difference, 'kind' | 'level'> & { from: string | null; to: string | null }

/** Wear that is worth a look even where it is far from the end. */
const MUCH_WEAR = 10

/** What SMART says now and did not before. */
function grown(was: Disk, is: Disk): Change[] {
  const changes: Change[] = []
  const more = (kind: Difference['kind'], key: 'reallocated' | 'pending' | 'media_errors') => {
    const [from, to] = [was.smart?.[key] ?? 0, is.smart?.[key] ?? 0]
    if (to > from) changes.push({ kind, level: 'warn', from: String(from), to: String(to) })
  }
  if (is.smart?.passed === false && was.smart?.passed !== false)
    changes.push({ kind: 'disk_failed', level: 'fault', from: null, to: null })
  more('disk_reallocated', 'reallocated')
  more('disk_pending', 'pending')
  more('disk_errors', 'media_errors')
  const [from, to] = [was.smart?.used_percent ?? null, is.smart?.used_percent ?? null]
  if (from !== null && to !== null && to > from) {
    const level = to >= WORN_PERCENT || to - from >= MUCH_WEAR ? 'warn' : 'info'
    changes.push({ kind: 'disk_worn', level, from: `${from}%`, to: `${to}%` })
  }
  return changes
}

/** Disks by serial number or WWN. Those with neither are counted by model and size. */
export function compareDisks(
  before: readonly Disk[],
  now: readonly Disk[],
): { differences: Difference[]; same: number } {
  const differences: Difference[] = []
  const key = (disk: Disk) => diskIdentity(disk) ?? `${disk.model} ${disk.bytes}`
  const note = (disk: Disk, change: Change) =>
    differences.push({
      ...change,
      part: diskIdentity(disk) ?? disk.name,
      about: `${disk.model} ${driveSize(disk.bytes)}`.trim(),
    })
  const left = [...before]
  let same = 0
  for (const is of now) {
    const at = left.findIndex((was) => key(was) === key(is))
    const was = at < 0 ? undefined : left.splice(at, 1)[0]
    if (!was) {
      note(is, { kind: 'disk_new', level: judgeDisk(is) === 'fault' ? 'warn' : 'info', from: null, to: null })
      continue
    }
    const changes = grown(was, is)
    if (hasOtherFirmware(was, is))
      changes.push({ kind: 'disk_firmware', level: 'info', from: was.firmware ?? null, to: is.firmware ?? null })
    for (const change of changes) note(is, change)
    if (changes.length === 0) same++
  }
  for (const was of left) note(was, { kind: 'disk_missing', level: 'fault', from: null, to: null })
  return { differences, same }
}
