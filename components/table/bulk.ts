import type { ReactNode } from 'react'

export type BulkSkip<Row> = { row: Row; reason: string }

/** Who goes and who stays, and why: from the same table of states that the server reads. */
export type BulkPlan<Row> = { go: readonly Row[]; skip: readonly BulkSkip<Row>[] }

/** What was chosen besides, before an action runs. */
export type BulkChosen = Readonly<Record<string, number | boolean | string>>

/** An action on many rows. Its words carry the number. */
export type BulkAction<Row> = {
  id: string
  label: string
  icon?: ReactNode
  /**
   * A dialog says what is lost before it runs: neutral for `ask`, red for `force`; without a level it is red and the
   * number of objects has to be typed.
   */
  danger?: { level?: 'ask' | 'force'; lost: (rows: readonly Row[], chosen: BulkChosen) => ReactNode }
  /** Options drawn under the plan for the rows that take part. `first` is preset each time anew. */
  choices?: {
    first: BulkChosen
    /** Why it cannot begin with what is chosen; undefined: it can. */
    wrong?: (chosen: BulkChosen) => string | undefined
    render: (rows: readonly Row[], chosen: BulkChosen, onChange: (next: BulkChosen) => void) => ReactNode
  }
  /** May ask the server for rows that are not in sight. */
  plan: (rows: readonly Row[]) => BulkPlan<Row>
  /** "Stop 14 VMs", "12 will stop", "2 cannot", "Stop 12 VMs". */
  words: {
    title: (count: number) => string
    go: (count: number) => string
    skip: (count: number) => string
    run: (count: number) => string
  }
  /** How it will be done: "Shuts down by guest agent, forced after 120 s". */
  note?: string
  /** Starts it for those who go. Throws: the message stays in the bar. */
  run: (rows: readonly Row[], chosen: BulkChosen) => Promise<void>
}

/** Splits rows by the reason for which each stays; undefined: it goes. */
export function planBy<Row>(rows: readonly Row[], why: (row: Row) => string | undefined): BulkPlan<Row> {
  const judged = rows.map((row) => ({ row, reason: why(row) }))
  return {
    go: judged.filter(({ reason }) => reason === undefined).map(({ row }) => row),
    skip: judged.flatMap(({ row, reason }) => (reason === undefined ? [] : [{ row, reason }])),
  }
}

/** Groups those who stay by reason, most first: "db-primary, db-replica-1: protected". */
export function byReason<Row>(
  skip: readonly BulkSkip<Row>[],
  name: (row: Row) => string,
): { reason: string; names: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { row, reason } of skip) groups.set(reason, [...(groups.get(reason) ?? []), name(row)])
  return [...groups].map(([reason, names]) => ({ reason, names })).sort((a, b) => b.names.length - a.names.length)
}
