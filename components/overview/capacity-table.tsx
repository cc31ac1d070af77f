'use client'
import { useTranslations } from 'use-intl'
import type { ClusterCapacity } from '../../server/domain/overview/record.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/controls/link.tsx'
import { CapacityCell } from '../ui/display/capacity.tsx'
import { unitFor } from '../ui/display/size.ts'
import { capacityColumns, type Totals } from './capacity.ts'

const rows = [
  { key: 'cpu', kind: 'number', of: (totals: Totals) => totals.cpu },
  { key: 'ram', kind: 'size', of: (totals: Totals) => totals.ram_mib },
  { key: 'storage', kind: 'size', of: (totals: Totals) => totals.storage_mib },
  { key: 'ipv4', kind: 'number', of: (totals: Totals) => totals.ipv4 },
] as const

/** How much of each kind is used of what can be used, a cluster a column. */
export function CapacityTable({ clusters, chosen }: { clusters: readonly ClusterCapacity[]; chosen: number | null }) {
  const t = useTranslations('overview')
  const units = useTranslations('ui.units')
  const columns = capacityColumns(clusters, chosen)
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr className="text-left text-12 text-fg-3">
          <th scope="col" className="h-7 w-22 font-normal">
            {t('usedOf')}
          </th>
          {columns.map((column) => (
            <th key={column.id} scope="col" className="h-7 truncate pl-4 font-medium">
              {column.id === null ? (
                t('allClusters')
              ) : (
                <Link href={paths.cluster(column.id)} className="hover:underline hover:underline-offset-2">
                  {column.name}
                </Link>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const shares = columns.map(({ totals }) => row.of(totals))
          if (shares.every((share) => share === null)) return null
          const largest = Math.max(...shares.map((share) => share?.total ?? 0))
          return (
            <tr key={row.key}>
              <th scope="row" className="border-t border-line py-1 text-left font-normal">
                {t(`resources.${row.key}`)}{' '}
                <span className="text-12 text-fg-3">
                  {row.kind === 'size' ? units(unitFor(largest)) : row.key === 'cpu' ? 'vCPU' : null}
                </span>
              </th>
              {columns.map((column, at) => {
                const share = shares[at]
                return (
                  <td key={column.id} className="border-t border-line pl-4">
                    {share && share.total > 0 ? (
                      <CapacityCell
                        label={`${t(`resources.${row.key}`)} ${column.name ?? ''}`}
                        kind={row.kind}
                        used={share.used}
                        of={share.total}
                        {...(row.key === 'cpu' && { calm: true })}
                        {...(row.kind === 'size' && { unit: unitFor(largest) })}
                      />
                    ) : (
                      <span className="text-12 text-fg-3">{share ? t('noNode') : '-'}</span>
                    )}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
