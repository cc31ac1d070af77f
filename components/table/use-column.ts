import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Messages } from '../i18n/messages.ts'
import { type Meta, plainColumn } from './cells.tsx'
import type { Column } from './columns.ts'

type At<Tree, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First extends keyof Tree
    ? At<Tree[First], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never
/** Names that a part of the catalogue has words for, below `fields`. */
type Fields<Path extends string> = At<Messages, Path> extends { fields: infer Words } ? keyof Words & string : never

/** Makes plain columns whose head is the word of the field: `fields.<id>` in this part of the catalogue. */
export function useColumn<Path extends NonNullable<Parameters<typeof useTranslations>[0]>>(words: Path) {
  const t = useTranslations(words) as unknown as (key: string) => string
  return useCallback(
    <Row>(id: Fields<Path>, size: number, value: (row: Row) => ReactNode, meta?: Meta): Column<Row> =>
      plainColumn(id, t(`fields.${id}`), size, value, meta),
    [t],
  )
}
