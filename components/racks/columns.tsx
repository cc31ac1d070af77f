'use client'
import Link from 'next/link'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Rack } from '../../server/domain/rack/schema.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'
import { Meter } from '../ui/progress.tsx'
import { rowLetter } from './hall/draw.ts'

const quiet = <span className="text-fg-3">-</span>

/** The columns of racks; `extra` ones wait in the chooser. */
export function useRackColumns(): readonly Column<Rack>[] {
  const t = useTranslations('racks')
  const words = useTranslations('dc')
  const format = useFormatter()
  return useMemo((): Column<Rack>[] => {
    const number = (id: 'size' | 'reserved' | 'free' | 'device_count', size: number): Column<Rack> => ({
      id,
      size,
      meta: { label: t(`fields.${id}`), sort: id, right: true },
      cell: ({ row }) =>
        id === 'device_count'
          ? format.number(row.original[id])
          : words('sizeUnits', { size: format.number(row.original[id]) }),
    })
    return [
      {
        id: 'name',
        size: 150,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => (
          <Link
            href={paths.rack(row.original.id)}
            tabIndex={-1}
            prefetch={false}
            className="truncate hover:underline hover:underline-offset-2"
          >
            {row.original.name}
          </Link>
        ),
      },
      {
        id: 'location',
        size: 150,
        meta: { label: t('fields.location'), sort: 'location.name' },
        cell: ({ row }) => row.original.location.name,
      },
      {
        id: 'hall_row',
        size: 90,
        meta: { label: t('fields.place'), sort: 'hall_row', quiet: true },
        cell: ({ row: { original } }) => `${rowLetter(original.hall_row)} ${original.hall_place + 1}`,
      },
      number('size', 70),
      {
        id: 'used',
        size: 150,
        meta: { label: t('fields.used'), sort: 'used' },
        cell: ({ row: { original } }) => (
          <span className="flex w-full items-center gap-2">
            <Meter
              used={original.used + original.reserved}
              of={original.size}
              label={t('fields.used')}
              warnAt={101}
              className="w-16 flex-none"
            />
            <span className="num">{t('usedOf', { used: format.number(original.used), size: original.size })}</span>
          </span>
        ),
      },
      number('free', 70),
      number('reserved', 90),
      number('device_count', 80),
      {
        id: 'note',
        size: 200,
        meta: { label: t('fields.note'), sort: 'note', quiet: true },
        cell: ({ row }) => row.original.note || quiet,
      },
      {
        id: 'id',
        size: 56,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ]
  }, [t, words, format])
}
