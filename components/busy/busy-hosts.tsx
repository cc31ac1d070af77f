'use client'
import { useTranslations } from 'use-intl'
import type { BusyHost, busyOrders } from '../../server/domain/figures/schema.ts'
import type { useUnits } from '../figures/units.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/controls/link.tsx'
import { Rows } from '../ui/layout/rows.tsx'

type By = (typeof busyOrders)[number]
type Units = ReturnType<typeof useUnits>

/** The amount that a VM is in the list for. */
function amount(host: BusyHost, by: By, units: Units): string {
  const value = host[by] ?? 0
  if (by === 'cpu') return units.percent(value)
  if (by === 'ram')
    return `${units.mib(value, host.ram_mib)}, ${units.percent((100 * value) / Math.max(1, host.ram_mib))}`
  return by === 'disk' ? units.bytes(value) : units.bits(value)
}

/** The busiest VMs by one measure, each with its node and owner. */
export function BusyHosts({ by, hosts, units }: { by: By; hosts: readonly BusyHost[]; units: Units }) {
  const t = useTranslations('busy')
  if (hosts.length === 0) return <p className="pb-2 text-12 text-fg-3">{t('noHosts')}</p>
  return (
    <Rows
      label={t(`by.${by}`)}
      rows={hosts}
      columns={[
        {
          head: t('host'),
          cell: ({ id, name }) => (
            <Link href={paths.host(id, 'figures')} className="hover:underline hover:underline-offset-2">
              {name}
            </Link>
          ),
        },
        {
          head: t('node'),
          quiet: true,
          cell: ({ node }) => (
            <Link href={paths.node(node.id, 'figures')} className="hover:underline hover:underline-offset-2">
              {node.name}
            </Link>
          ),
        },
        { head: t('owner'), quiet: true, wide: true, cell: ({ account }) => account.split('@')[0] },
        { head: t(`amounts.${by}`), right: true, cell: (host) => amount(host, by, units) },
      ]}
    />
  )
}
