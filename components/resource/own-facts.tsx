'use client'
import { useCallback } from 'react'
import type { Fields } from '../../server/domain/shared/field.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import type { Fact } from '../ui/layout/facts.tsx'
import { type Namespace, useFieldLabels } from './field-labels.ts'

/** Facts of a record's own fields that have something to say: those that are named, or all without some; yes and no are for the page to show. */
export function useOwnFacts(fields: Fields, namespace: Namespace) {
  const words = useFieldLabels(namespace)
  return useCallback(
    (
      record: Readonly<Record<string, unknown>>,
      { only, without = [] }: { only?: readonly string[]; without?: readonly string[] } = {},
    ): Fact[] =>
      (only ?? Object.keys(fields)).flatMap((name): Fact[] => {
        const field = fields[name]!
        const value = record[name]
        if (without.includes(name) || field.type === 'bool' || field.column === false) return []
        if (value === null || value === undefined || value === '') return []
        const term = words.label(name)
        if (field.type === 'int' || field.type === 'number')
          return [{ term, value: words.amount(field, Number(value)) }]
        if (field.type === 'enum') return [{ term, value: words.value(name, String(value)) }]
        return [{ term, value: field.mono ? <Copyable text={String(value)} /> : String(value) }]
      }),
    [fields, words],
  )
}
