import type { FieldErrors, FieldValues } from 'react-hook-form'
import { set } from 'react-hook-form'

/** What was typed into pickers without choosing, by form and field. The form's values cannot hold it, and sending must not drop it. */
const typed = new WeakMap<object, Map<string, string>>()

/** Notes what stands in a picker without being chosen; an empty text takes the note away. @returns whether that is news */
export function noteUnfinished(control: object, name: string, text: string): boolean {
  const fields = typed.get(control) ?? new Map<string, string>()
  typed.set(control, fields)
  if ((fields.get(name) ?? '') === text) return false
  if (text === '') fields.delete(name)
  else fields.set(name, text)
  return true
}

/** An error at each field in which something was typed and nothing chosen; null when there is none. */
export function unfinishedErrors<Values extends FieldValues>(control: object, words: string) {
  const fields = [...(typed.get(control)?.keys() ?? [])]
  if (fields.length === 0) return null
  const errors: FieldErrors<Values> = {}
  for (const name of fields) set(errors, name, { type: 'unchosen', message: words })
  return errors
}
