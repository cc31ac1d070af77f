import type { HardwareReport } from '../operation/report.ts'
import type { Difference } from './difference.ts'
import { moduleSerial } from './parts.ts'

type Module = HardwareReport['memory_modules'][number]

const words = (one: Module) =>
  [`${one.mib >= 1024 ? `${one.mib / 1024} GiB` : `${one.mib} MiB`}`, one.type, one.part, moduleSerial(one)]
    .filter(Boolean)
    .join(', ')
const sameKind = (a: Module, b: Module) => a.mib === b.mib && a.part === b.part

/** Memory modules by serial number, those without one by slot; a machine that tells of none, by its size. */
export function compareModules(
  before: HardwareReport,
  now: HardwareReport,
): { differences: Difference[]; same: number } {
  const differences: Difference[] = []
  const left = [...before.memory_modules]
  const note = (
    kind: Difference['kind'],
    level: Difference['level'],
    one: Module,
    from: string | null,
    to: string | null,
  ) => differences.push({ kind, level, part: one.slot, about: words(one), from, to })
  const take = (fits: (was: Module) => boolean) => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  /** The same slot first: serial numbers of cheap modules repeat. */
  const pairOf = (is: Module) => {
    const serial = moduleSerial(is)
    if (serial === null) return take((was) => moduleSerial(was) === null && was.slot === is.slot && sameKind(was, is))
    const same = (was: Module) => moduleSerial(was) === serial && sameKind(was, is)
    return take((was) => same(was) && was.slot === is.slot)
  }
  let same = 0
  const rest = now.memory_modules.filter((is) => {
    if (!pairOf(is)) return true
    same++
    return false
  })
  for (const is of rest) {
    const serial = moduleSerial(is)
    const was = serial === null ? undefined : take((one) => moduleSerial(one) === serial && sameKind(one, is))
    if (was) note('module_moved', 'info', is, was.slot, is.slot)
    else note('module_new', 'info', is, null, is.slot)
  }
  for (const was of left) note('module_missing', 'fault', was, was.slot, null)
  const told = before.memory_modules.length + now.memory_modules.length > 0
  if (!told && before.memory_mib !== now.memory_mib) {
    const size = (mib: number) => `${mib} MiB`
    const level = now.memory_mib < before.memory_mib ? 'warn' : 'info'
    differences.push({
      kind: 'memory_changed',
      level,
      part: '',
      about: '',
      from: size(before.memory_mib),
      to: size(now.memory_mib),
    })
  } else if (!told) same++
  return { differences, same }
}
