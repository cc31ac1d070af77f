import { z } from 'zod'
import { type FilterEntity, readItem } from '../../server/domain/host-filter/read.ts'
import type { Text } from '../../server/shared/text.ts'

type Condition = { entity: FilterEntity; expression: string }
type Filter = readonly Condition[] | null | undefined

/** A condition in full on one line: one of an entity of its own may leave that name out where it is stored. */
export function conditionText(item: Condition): string {
  const read = readItem(item)
  return ('text' in read ? read.text : item.expression).replace(/\s+/g, ' ').trim()
}

/** A filter as it is edited: a line a condition. */
export const filterText = (filter: Filter): string => (filter ?? []).map(conditionText).filter(Boolean).join('\n')

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The filter of an edited text; conditions that were left as they are stay as they were written. */
export const filterOf = (text: string, before: Filter): Condition[] =>
  linesOf(text).map(
    (line) => before?.find((item) => conditionText(item) === line) ?? { entity: 'complex' as const, expression: line },
  )

/** Rule of a form: the first line that is no condition is named by `words`. */
export const filterRule = (words: (line: number, fault: Text) => string) =>
  z.string().check((check) => {
    for (const [n, expression] of linesOf(check.value).entries()) {
      const read = readItem({ expression })
      if (!('fault' in read)) continue
      check.issues.push({ code: 'custom', message: words(n + 1, read.fault), input: check.value })
      return
    }
  })
