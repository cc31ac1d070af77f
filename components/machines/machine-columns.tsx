'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Machine } from '../../server/domain/machine/schema.ts'
import { paths } from '../paths.ts'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column, ColumnMeta } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { MachinePlace } from './machine-place.tsx'
import { MachineStep } from './machine-step.tsx'
import { useHardwareWords } from './use-hardware-words.ts'
import type { MachineActions } from './use-machine-actions.tsx'

/** What is worked out for each row cannot be sorted by. */
const worked = (
  id: string,
  label: string,
  size: number,
  value: (row: Machine) => ReactNode,
  meta: Partial<ColumnMeta> = {},
): Column<Machine> => ({ id, size, meta: { label, ...meta }, cell: ({ row }) => value(row.original) || quiet })

/** @param open address that shows a machine beside the list */
export function useMachineColumns(
  open: (machine: Machine) => string,
  { ask, move, why }: MachineActions,
): readonly Column<Machine>[] {
  const t = useTranslations('machines')
  const plain = useColumn('machines')
  const hardware = useHardwareWords()
  return useMemo(
    () => [
      plain(
        'product',
        195,
        (row) => (
          <>
            <NameLink href={open(row)}>{row.product || t('unknown')}</NameLink>{' '}
            <span className="mono text-fg-3">{row.serial || row.mac}</span>
          </>
        ),
        { always: true },
      ),
      worked('hardware', t('fields.hardware'), 290, (row) => hardware(row), { quiet: true }),
      worked('place', t('fields.place'), 260, (row) => <MachinePlace machine={row} />),
      worked('known', t('fields.known'), 180, (row) =>
        row.server ? (
          <TextLink href={paths.server(row.server.id)}>{row.server.name}</TextLink>
        ) : (
          row.known && (
            <State
              kind="warn"
              detail={t('newCards', { count: row.macs.length - row.known.macs, all: row.macs.length })}
            >
              {row.known.name}
            </State>
          )
        ),
      ),
      plain('seen_at', 100, (row) => <RelativeTime at={row.seen_at} />),
      worked('step', t('fields.step'), 90, (row) => (
        <MachineStep machine={row} open={open(row)} actions={{ ask, move, why }} />
      )),
      plain('first_seen_at', 120, (row) => <RelativeTime at={row.first_seen_at} />, { extra: true }),
      plain('address', 120, (row) => row.address, { mono: true, extra: true }),
      plain('mac', 140, (row) => row.mac, { mono: true, extra: true }),
      plainColumn('location.name', t('fields.location'), 120, (row) => row.location.name, { extra: true }),
    ],
    [t, hardware, open, ask, move, why, plain],
  )
}
