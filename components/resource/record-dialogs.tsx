'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DeleteObject } from '../form/delete-object.tsx'
import type { Namespace } from './field-labels.ts'
import type { FormProps } from './record-form.tsx'
import type { Asking, DialogsProps } from './use-record-actions.tsx'

type Deletion = {
  /** What is lost, in numbers; the catalogue's `lost` unless it is given. */
  lost?: ReactNode
  name?: string
  /** The record's own page, and the list it is left for. */
  page?: string
  list?: string
  run: () => Promise<unknown>
}

/**
 * The dialogs that every resource has: its form for a new and for an existing record, and the question before one is deleted.
 * @param words part of the catalogue that has `delete` and `lost`
 */
export function RecordDialogs<Row extends { name: string }>(
  props: DialogsProps<Asking<Row>> & {
    words: Namespace
    form: (props: FormProps<Row>) => ReactNode
    remove: (record: Row) => Deletion
  },
) {
  const { asked, onClose, words, form, remove } = props
  const t = useTranslations(words) as unknown as (key: string) => string
  if (asked.command === 'create') return form({ onClose })
  const { record } = asked
  if (asked.command === 'edit') return form({ record, onClose })
  const { name = record.name, lost, ...deletion } = remove(record)
  return <DeleteObject name={name} lost={lost ?? t('lost')} action={t('delete')} onClose={onClose} {...deletion} />
}
