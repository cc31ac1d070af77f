import { type Place, topOf, UNIT } from './geometry.ts'

/** Adjacent units that are drawn together; the units between two runs are left out. */
export type Run = Place

/** Height of what says that units are left out, in pixels. */
export const LEFT_OUT = 12

/** Units as runs, from the top down. Those outside a rack of that many units are left out. */
export function runsOf(shown: Iterable<number>, units: number): Run[] {
  const sorted = [...new Set(shown)].filter((unit) => unit >= 1 && unit <= units).sort((a, b) => b - a)
  const runs: Run[] = []
  for (const unit of sorted) {
    const last = runs.at(-1)
    if (last && last.unit === unit + 1) Object.assign(last, { unit, size: last.size + 1 })
    else runs.push({ unit, size: 1 })
  }
  return runs
}

/** Height of the runs below each other, in pixels. */
export const heightOfRuns = (runs: readonly Run[]): number =>
  runs.reduce((sum, { size }) => sum + size * UNIT, Math.max(0, runs.length - 1) * LEFT_OUT)

/** Where each run is in the drawing of the whole rack (`from`), and below the runs before it (`to`), in pixels. */
export const placesOfRuns = (runs: readonly Run[], units: number) =>
  runs.map((run, at) => {
    const before = runs.slice(0, at)
    return { run, from: topOf(run, units), to: heightOfRuns(before) + (at > 0 ? LEFT_OUT : 0), height: run.size * UNIT }
  })

/** Middle of a unit below the runs before its own, in pixels; null where it is left out. */
export function middleInRuns(unit: number, runs: readonly Run[], units: number): number | null {
  const place = placesOfRuns(runs, units).find(({ run }) => unit >= run.unit && unit < run.unit + run.size)
  return place ? place.to + topOf({ unit, size: 1 }, units) - place.from + UNIT / 2 : null
}
