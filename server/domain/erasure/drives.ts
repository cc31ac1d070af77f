import { diskIdentity } from '../hardware-report/parts.ts'
import type { HardwareReport } from '../operation/report.ts'
import type { OperationResult } from '../operation/result.ts'
import { type ErasedDrive, type ErasureResult, erasureMethods } from './certificate.ts'

type Cleared = NonNullable<OperationResult['disks']>[number]
type Method = (typeof erasureMethods)[number]

const isMethod = (word: string): word is Method => (erasureMethods as readonly string[]).includes(word)

/** A moment that a live system wrote; null when it is none. */
function momentOf(text: string): string | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? new Date(text) : null
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

/** Serial number or WWN: the names by which an operation may mean a drive. */
const goesBy = (one: { serial: string; wwn: string }, name: string) =>
  name !== '' && (one.serial === name || one.wwn === name)

/**
 * What became of the drives of a server: those that were found, beside what the live system says that it did. A drive is cleared only when it says so of that
 * very drive, and when samples were read.
 * @param meant serial numbers or WWNs of the drives that were to be cleared; empty: all
 */
export function drivesOf(report: HardwareReport, cleared: readonly Cleared[], meant: readonly string[]): ErasedDrive[] {
  const found = report.disks.filter((disk) => meant.length === 0 || meant.some((name) => goesBy(disk, name)))
  return found.map((disk) => {
    const { model, serial, wwn, bytes } = disk
    const same = cleared.filter((one) => goesBy(one, serial) || (serial === '' && goesBy(one, wwn)))
    // One name of several drives is a name of none.
    const alike = report.disks.filter((one) => diskIdentity(one) === diskIdentity(disk))
    const done = same.length === 1 && alike.length === 1 ? same[0] : undefined
    const base = { model, serial, wwn, bytes, method: null, tried: [], started: null, ended: null, samples: 0 }
    if (!done) return { ...base, result: diskIdentity(disk) === null ? 'left' : 'failed' }
    const erased = done.ok && isMethod(done.method) && done.samples > 0
    return {
      ...base,
      method: erased && isMethod(done.method) ? done.method : null,
      tried: done.tried.filter(isMethod),
      started: momentOf(done.started),
      ended: momentOf(done.ended),
      samples: done.samples,
      result: erased ? 'erased' : 'failed',
    }
  })
}

/** What came of all of them together. An operation that did not end well has not cleared a server, whatever was said of drives. */
export function resultOf(drives: readonly Pick<ErasedDrive, 'result'>[], ended: boolean): ErasureResult {
  const erased = drives.filter(({ result }) => result === 'erased').length
  if (erased === 0) return 'failed'
  return ended && erased === drives.length ? 'erased' : 'partly'
}
