import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where each measurement leaves its figures: `.data/bench` of the checkout. */
export const resultsFolder = path.resolve(import.meta.dirname, '../../.data/bench')

export type Goal = {
  id: string
  what: string
  /** What is compared, rounds in the order they ran; interleaved with the reference. */
  ours: number[]
  reference: number[]
  unit: string
  /** `more` = ours ÷ reference should be at least floor and aim; `less` = at most; `above` = ours − reference at most, in the unit. */
  better: 'more' | 'less' | 'above'
  floor: number
  aim: number
}

/** A goal as it was judged. */
export type Judged = Goal & { value: number; values: number[]; holds: boolean; reaches: boolean }

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const short = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(2)))
}

/** Round by round against the reference of the same round; the median decides. */
export function judge(goal: Goal): Judged {
  const values = goal.ours.map((value, i) => {
    const reference = goal.reference[i] ?? Number.NaN
    return goal.better === 'above' ? value - reference : value / reference
  })
  const value = median(values)
  const meets = (bound: number) => (goal.better === 'more' ? value >= bound : value <= bound)
  return { ...goal, value, values, holds: meets(goal.floor), reaches: meets(goal.aim) }
}

/** `1.8x`, or `210 ms` for what is counted above the reference. */
export const inUnit = (goal: Goal, value: number): string =>
  goal.better === 'above' ? `${short(value)} ${goal.unit}` : `${short(value)}x`

/** Prints one line a goal and writes `.data/bench/<file>.json`. @returns false when a floor does not hold */
export function report(file: string, goals: Goal[]): boolean {
  const judged = goals.map(judge)
  for (const goal of judged) {
    const bounds = `floor ${inUnit(goal, goal.floor)}, aim ${inUnit(goal, goal.aim)}`
    const sides = `${short(median(goal.ours))} against ${short(median(goal.reference))} ${goal.unit}`
    const spread = `rounds ${short(Math.min(...goal.values))} to ${short(Math.max(...goal.values))}`
    const verdict = goal.holds ? (goal.reaches ? '' : '  (floor only)') : '  BELOW THE FLOOR'
    console.log(`${goal.id} ${inUnit(goal, goal.value)} (${bounds})  ${goal.what}: ${sides}; ${spread}${verdict}`)
  }
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(path.join(resultsFolder, `${file}.json`), `${JSON.stringify(judged, null, 2)}\n`)
  return judged.every((goal) => goal.holds)
}
