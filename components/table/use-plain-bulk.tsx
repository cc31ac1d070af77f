'use client'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type BulkAction, planBy } from './bulk.ts'
import { startBulkRun } from './bulk-run.ts'

type Named = { id: number | string; name?: string }

export type PlainBulk<Row> = {
  id: string
  /** What is done, as the menu of a row says it. */
  label: string
  icon: ReactNode
  href: (row: Row) => string
  name?: (row: Row) => string
  /** Why it is not possible for a row. */
  why?: (row: Row) => string | undefined
  /** Does it for one row; answers the number of its task (`task` of the API) when there is one. */
  each: (row: Row) => Promise<number | null>
}

/** Makes an action on many rows out of one on each of them, of which nothing is lost and nothing has to be chosen. */
export function usePlainBulk() {
  const t = useTranslations('table.plainBulk')
  return useCallback(
    <Row extends Named>(action: PlainBulk<Row>): BulkAction<Row> => {
      const { id, label, icon, href, why, each } = action
      const title = (count: number) => t('run', { what: label, count })
      const nameOf = (row: Row) => action.name?.(row) ?? row.name ?? String(row.id)
      return {
        id,
        label,
        icon,
        words: { title, go: (count) => t('go', { count }), skip: (count) => t('skip', { count }), run: title },
        plan: (rows) => planBy(rows, (row) => why?.(row)),
        run: async (rows) => {
          void startBulkRun({
            title: title(rows.length),
            rows,
            describe: (row) => ({ id: String(row.id), name: nameOf(row), href: href(row) }),
            each,
          })
        },
      }
    },
    [t],
  )
}
