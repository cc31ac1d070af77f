'use client'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { LocationLoad } from '../../server/domain/overview/record.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { CapacityCell } from '../ui/display/capacity.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { type LocationTotals, locationColumns } from './capacity.ts'

const answering = ['switches', 'pdus'] as const

/** How full locations are, what of them runs and answers, and what they draw; a location a column. */
export function LocationTable({ locations }: { locations: readonly LocationLoad[] }) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const columns = locationColumns(locations)
  const row = (
    key: string,
    name: string,
    unit: string | null,
    cell: (of: LocationTotals, label: string) => ReactNode,
  ) => (
    <tr key={key}>
      <th scope="row" className="border-t border-line py-1 text-left font-normal">
        {name} {unit ? <span className="text-12 text-fg-3">{unit}</span> : null}
      </th>
      {columns.map(({ id, name: column, totals }) => (
        <td key={id} className="border-t border-line py-1 pl-4">
          {cell(totals, `${name} ${column ?? ''}`)}
        </td>
      ))}
    </tr>
  )
  const figures = (share: { used: number; total: number }) => (
    <span className="num">
      <b className="font-semibold">{format.number(share.used)}</b>{' '}
      <span className="text-fg-2">/ {format.number(share.total)}</span>
    </span>
  )
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr className="text-left text-12 text-fg-3">
          <td className="h-7 w-30" />
          {columns.map((column) => (
            <th key={column.id} scope="col" className="h-7 truncate pl-4 font-medium">
              {column.id === null ? (
                t('datacenter.allLocations')
              ) : (
                <Link
                  href={paths.racks({ location: column.id })}
                  prefetch={false}
                  className="hover:underline hover:underline-offset-2"
                >
                  {column.name}
                </Link>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('units', t('datacenter.units'), null, ({ units }, label) =>
          units.total > 0 ? (
            // Half units are of no consequence here, and their digits are what would not fit.
            <CapacityCell label={label} kind="number" used={Math.round(units.used)} of={units.total} />
          ) : (
            '-'
          ),
        )}
        {row('servers', t('datacenter.servers'), null, ({ servers }) => figures(servers))}
        {answering.map((kind) =>
          row(kind, t(`datacenter.${kind}`), t('datacenter.answering'), (totals) => (
            <span
              className={cn(
                'inline-flex items-center gap-1.5',
                totals[kind].used < totals[kind].total && 'text-fault-fg',
              )}
            >
              {figures(totals[kind])}
              {totals[kind].used < totals[kind].total ? <StateMark kind="fault" className="size-3" /> : null}
            </span>
          )),
        )}
        {row('power', t('datacenter.power'), t('datacenter.powerUnit'), ({ load_watt }) =>
          load_watt === null ? (
            <span className="text-12 text-fg-3">{t('datacenter.unmeasured')}</span>
          ) : (
            <b className="num font-semibold">
              {format.number(load_watt / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
            </b>
          ),
        )}
      </tbody>
    </table>
  )
}
