'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Field, Fields } from '../../server/domain/shared/field.ts'
import { useMe } from '../api/me.tsx'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { type Namespace, useFieldLabels } from './field-labels.ts'

const width = (field: Field) => {
  if (field.type !== 'text') return 80
  return field.mono ? 110 : field.lines ? 200 : 150
}

/** Columns of a resource's own fields. */
export function useOwnColumns<Row extends { id: number }>(fields: Fields, namespace: Namespace) {
  const words = useFieldLabels(namespace)
  const t = useTranslations('table')
  const { isAdmin } = useMe()
  return useMemo(() => {
    const shown = (name: string, field: Field) => (row: Row) => {
      const value = (row as Readonly<Record<string, unknown>>)[name]
      if (value === null || value === undefined || value === '') return null
      if (field.type === 'bool') return value ? t('yes') : t('no')
      if (field.type === 'int' || field.type === 'number') return words.amount(field, Number(value))
      const text = field.type === 'enum' ? words.value(name, String(value)) : String(value)
      return <span title={text}>{text}</span>
    }
    /** The column of one field, which waits in the chooser unless `extra` says otherwise. */
    const column = (name: string, { size, ...meta }: { size?: number; extra?: boolean } = {}): Column<Row> => {
      const field = fields[name]!
      return plainColumn(name, words.label(name), size ?? width(field), shown(name, field), {
        ...(field.type === 'int' || field.type === 'number' ? { right: true } : { quiet: true }),
        ...(field.type === 'text' && field.mono && { mono: true }),
        extra: true,
        ...meta,
      })
    }
    /** Completes the columns of a list by those of the fields that are not among them, and by the number. */
    const complete = (columns: readonly (Column<Row> | false)[]): readonly Column<Row>[] => {
      const named = columns.filter((one) => one !== false)
      const others = Object.entries(fields).flatMap(([name, field]) =>
        field.column === false || (field.adminOnly && !isAdmin) || named.some(({ id }) => id === name)
          ? []
          : column(name),
      )
      const all = [...named, ...others]
      if (all.some(({ id }) => id === 'id')) return all
      const number = { right: true, quiet: true, extra: true }
      return [...all, plainColumn<Row>('id', words.label('id'), 56, (row) => row.id, number)]
    }
    return { column, complete }
  }, [fields, words, t, isAdmin])
}
