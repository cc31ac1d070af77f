'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { rackFields } from '../../server/domain/rack/fields.ts'
import type { Rack } from '../../server/domain/rack/schema.ts'
import { useHealthColumn } from '../health/health-column.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { Meter } from '../ui/display/progress.tsx'
import { rowLetter } from './floor-plan/draw.ts'

/** The columns of racks; `extra` ones wait in the chooser. */
export function useRackColumns(): readonly Column<Rack>[] {
  const t = useTranslations('racks')
  const plain = useColumn('racks')
  const words = useTranslations('dc')
  const format = useFormatter()
  const health = useHealthColumn<Rack>()
  const { column, complete } = useOwnColumns<Rack>(rackFields, 'racks')
  return useMemo(() => {
    const number = (id: 'reserved' | 'free' | 'device_count', size: number): Column<Rack> => ({
      id,
      size,
      meta: { label: t(`fields.${id}`), sort: id, right: true },
      cell: ({ row }) =>
        id === 'device_count'
          ? format.number(row.original[id])
          : words('sizeUnits', { size: format.number(row.original[id]) }),
    })
    return complete([
      plain('name', 150, (row) => <NameLink href={paths.rack(row.id)}>{row.name}</NameLink>, { always: true }),
      plain('location', 150, (row) => row.location.name, { sort: 'location.name' }),
      health,
      plainColumn('hall_row', t('fields.place'), 90, (row) => `${rowLetter(row.hall_row)} ${row.hall_place + 1}`, {
        quiet: true,
      }),
      column('size', { size: 70, extra: false }),
      plain('used', 150, (row) => (
        <span className="flex w-full items-center gap-2">
          <Meter
            used={row.used + row.reserved}
            of={row.size}
            label={t('fields.used')}
            warnAt={101}
            className="w-16 flex-none"
          />
          <span className="num">{t('usedOf', { used: format.number(row.used), size: row.size })}</span>
        </span>
      )),
      number('free', 70),
      number('reserved', 90),
      number('device_count', 80),
      column('note', { extra: false }),
    ])
  }, [t, words, format, health, column, complete, plain])
}
