'use client'
import { useCallback } from 'react'
import type { Field, Fields } from '../../server/domain/shared/field.ts'
import { useMe } from '../api/me.tsx'
import type { FilterField } from '../table/filters.ts'
import { type Namespace, useFieldLabels } from './field-labels.ts'

/** Completes the filters of a list by those of the resource's own fields that are not among them. */
export function useOwnFilters(fields: Fields, namespace: Namespace) {
  const words = useFieldLabels(namespace)
  const { isAdmin } = useMe()
  return useCallback(
    (filters: readonly (FilterField | false)[]): readonly FilterField[] => {
      const named = filters.filter((filter) => filter !== false)
      const asked = ([name, field]: [string, Field]): FilterField[] => {
        if (field.filter === false || (field.adminOnly && !isAdmin) || named.some((filter) => filter.name === name))
          return []
        const type = field.type === 'text' && field.format === 'ipv4' ? 'inet' : field.type
        const options =
          field.type === 'enum' ? field.values.map((value) => ({ value, label: words.value(name, value) })) : undefined
        return [
          {
            name,
            label: words.label(name),
            type,
            ...(field.nullable && { nullable: true }),
            options,
          },
        ]
      }
      // The name is what people filter by first.
      const own = Object.entries(fields).flatMap(asked)
      return [...own.filter(({ name }) => name === 'name'), ...named, ...own.filter(({ name }) => name !== 'name')]
    },
    [fields, words, isAdmin],
  )
}
