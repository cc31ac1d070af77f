import type { Difference } from '../../server/domain/hardware-report/difference.ts'
import type { HardwareReport } from '../../server/domain/operation/report.ts'

/** A slot that is drawn: with its module, or with one that was there. */
export type DrawnSlot = { slot: string; short: string; missing: boolean; words: string; at: number }

const order = new Intl.Collator('en', { numeric: true })

/** The end of a slot's name that tells it from others: `A1` of `DIMM_A1`, `3` of `DIMM 3`. */
const shortOf = (slot: string): string => /[A-Za-z]?\d+$/.exec(slot)?.[0] ?? slot.slice(-6)

/**
 * Slots with their modules, those beside each other that are called alike but for the number. Firmware names the slots that hold a module only, so an empty one is
 * known by an earlier report.
 */
export function slotsOf(
  modules: HardwareReport['memory_modules'],
  differences: readonly Difference[],
  words: (mib: number, type: string) => string,
): DrawnSlot[][] {
  const gone = differences.filter(
    ({ kind, part }) => kind === 'module_missing' && !modules.some(({ slot }) => slot === part),
  )
  const slots = [
    ...modules.map(({ slot, mib, type }) => ({ slot, missing: false, words: words(mib, type) })),
    ...gone.map(({ part, about }) => ({ slot: part, missing: true, words: about })),
  ].sort((a, b) => order.compare(a.slot, b.slot))
  const groups = new Map<string, DrawnSlot[]>()
  for (const [at, one] of slots.entries()) {
    const group = one.slot.replace(/\d+$/, '')
    groups.set(group, [...(groups.get(group) ?? []), { ...one, short: shortOf(one.slot), at }])
  }
  return [...groups.values()]
}
