import { type ImportOutcome, importOutcomes, MOST_TOLD } from '../../../domain/import/kinds.ts'
import type { ImportRow } from '../../../domain/import/schema.ts'

/** What became of the rows of a file: all counted, and as many kept as an answer tells of. */
export class RowReport {
  readonly counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as Record<ImportOutcome, number>
  total = 0
  private readonly faults: ImportRow[] = []
  private readonly others: ImportRow[] = []

  add(row: ImportRow) {
    this.counts[row.outcome]++
    this.total++
    if (row.outcome === 'same') return
    const list = row.outcome === 'error' ? this.faults : this.others
    // Twice as many, since rows of several rounds are not in the order of their lines.
    if (list.length < 2 * MOST_TOLD) list.push(row)
  }

  /** Those with errors first, each in the order of the file. */
  rows(): ImportRow[] {
    const inOrder = (list: readonly ImportRow[]) => [...list].sort((a, b) => a.line - b.line)
    return [...inOrder(this.faults), ...inOrder(this.others)].slice(0, MOST_TOLD)
  }
}
