import { type ReactNode, useEffect } from 'react'

/** What the fields that stand in a form are called, by form and name of the field, in the order in which they were drawn. */
const labels = new WeakMap<object, Map<string, string>>()

/** Makes a field known to its form as long as it is drawn: refusals that name it stand beside it, and summaries call it so. */
export function useLabel(control: object, name: string, label: ReactNode) {
  const words = typeof label === 'string' ? label : name
  useEffect(() => {
    const known = labels.get(control) ?? new Map<string, string>()
    labels.set(control, known)
    known.set(name, words)
    return () => {
      known.delete(name)
    }
  }, [control, name, words])
}

/** Names and labels of the fields of a form. */
export const labelsOf = (control: object): ReadonlyMap<string, string> => labels.get(control) ?? new Map()
