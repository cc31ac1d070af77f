'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'

function Many({ list, mono }: { list: readonly string[]; mono?: boolean }) {
  if (list.length === 0) return quiet
  const text = list.join(', ')
  return (
    <span className={mono ? 'mono truncate' : 'truncate'} title={text}>
      {text}
    </span>
  )
}

/** The columns of access lists; `extra` ones wait in the chooser. */
export function useAccessListColumns(): readonly Column<AccessListRecord>[] {
  const t = useTranslations('accessLists.fields')
  const plain = useColumn('accessLists')
  return useMemo(
    () => [
      plain('name', 180, (row) => row.name, { always: true }),
      {
        id: 'ip_list',
        size: 320,
        meta: { label: t('addresses') },
        cell: ({ row }) => <Many list={row.original.ip_list} mono />,
      },
      {
        id: 'users',
        size: 320,
        meta: { label: t('members'), quiet: true },
        cell: ({ row }) => <Many list={row.original.users} />,
      },
      plain('id', 64, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t, plain],
  )
}
