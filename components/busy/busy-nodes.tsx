'use client'
import { useTranslations } from 'use-intl'
import type { BusyNode } from '../../server/domain/figures/schema.ts'
import type { useUnits } from '../figures/units.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/controls/link.tsx'
import { Rows } from '../ui/layout/rows.tsx'

/** Nodes by pressure: how long tasks on them waited for processors, memory and disks. */
export function BusyNodes({ nodes, units }: { nodes: readonly BusyNode[]; units: ReturnType<typeof useUnits> }) {
  const t = useTranslations('busy')
  const percent = (value: number | null) => (value === null ? t('unknown') : units.percent(value))
  const column = (head: 'pressureCpu' | 'pressureMemory' | 'pressureIo' | 'iowait' | 'steal', of: keyof BusyNode) => ({
    head: t(head),
    right: true,
    wide: head === 'iowait' || head === 'steal',
    cell: (node: BusyNode) => percent(node[of] as number | null),
  })
  return (
    <Rows
      label={t('nodes')}
      rows={nodes}
      columns={[
        {
          head: t('node'),
          cell: ({ id, name }) => (
            <Link href={paths.node(id, 'figures')} className="hover:underline hover:underline-offset-2">
              {name}
            </Link>
          ),
        },
        { head: t('amounts.cpu'), right: true, cell: ({ cpu }) => percent(cpu) },
        {
          head: t('amounts.ram'),
          right: true,
          cell: ({ ram, ram_mib }) => (ram === null ? t('unknown') : units.percent((100 * ram) / Math.max(1, ram_mib))),
        },
        column('pressureCpu', 'pressure_cpu'),
        column('pressureMemory', 'pressure_memory'),
        column('pressureIo', 'pressure_io'),
        column('iowait', 'iowait'),
        column('steal', 'steal'),
      ]}
    />
  )
}
