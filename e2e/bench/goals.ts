import { mkdirSync, writeFileSync } from 'node:fs'

export type Goal = {
  id: string
  what: string
  /** What the ratios compare, rounds in the order they ran; interleaved with the reference. */
  ours: number[]
  reference: number[]
  unit: string
  /** `more` = ours ÷ reference should be at least floor and aim; `less` = at most. */
  better: 'more' | 'less'
  floor: number
  aim: number
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const short = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(2)))
}

/** Prints one line a goal and writes `.data/bench/<file>.json`. @returns false when a floor does not hold */
export function report(file: string, goals: Goal[]): boolean {
  let holds = true
  const records = goals.map((goal) => {
    const ratios = goal.ours.map((value, i) => value / (goal.reference[i] ?? Number.NaN))
    const ratio = median(ratios)
    const holdsFloor = goal.better === 'more' ? ratio >= goal.floor : ratio <= goal.floor
    holds &&= holdsFloor
    const sides = `${short(median(goal.ours))} against ${short(median(goal.reference))} ${goal.unit}`
    const spread = `rounds ${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}`
    const verdict = holdsFloor ? '' : '  BELOW THE FLOOR'
    console.log(
      `${goal.id} ${short(ratio)}x (floor ${goal.floor}x, aim ${goal.aim}x)  ${goal.what}: ${sides}; ${spread}${verdict}`,
    )
    return { ...goal, ratio, ratios, holds: holdsFloor }
  })
  mkdirSync('.data/bench', { recursive: true })
  writeFileSync(`.data/bench/${file}.json`, `${JSON.stringify(records, null, 2)}\n`)
  return holds
}
