import { inUnit, type Judged, median, short } from './goals.ts'

const head = ['Goal', 'What', 'Ours', 'Reference', 'Result', 'Spread', 'Floor', 'Aim', ''] as const

const verdict = ({ holds, reaches }: Judged) => (reaches ? 'reached' : holds ? 'held' : 'MISSED')

const row = (goal: Judged): string[] => [
  goal.id,
  goal.what,
  `${short(median(goal.ours))} ${goal.unit}`,
  `${short(median(goal.reference))} ${goal.unit}`,
  inUnit(goal, goal.value),
  `${short(Math.min(...goal.values))} to ${short(Math.max(...goal.values))}`,
  inUnit(goal, goal.floor),
  inUnit(goal, goal.aim),
  verdict(goal),
]

/** All goals as a Markdown table, its columns aligned for a terminal. */
export function table(goals: Judged[]): string {
  const rows = [[...head], ...goals.map(row)]
  const widths = head.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...others] = rows.map(line)
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n')
}
