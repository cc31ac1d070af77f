export type Blade = { id: number; name: string; slot: number; size: number }
export type SlotRun = { slot: number; size: number; blade: Blade | null }

/** The slots of a chassis in order: each blade once over the slots it takes, and the free ones between them. */
export function slotRuns(count: number, blades: readonly Blade[]): SlotRun[] {
  const runs: SlotRun[] = []
  for (let slot = 1; slot <= count; ) {
    const blade = blades.find((one) => one.slot === slot) ?? null
    const size = Math.max(1, blade?.size ?? 1)
    runs.push({ slot, size, blade })
    slot += size
  }
  return runs
}
