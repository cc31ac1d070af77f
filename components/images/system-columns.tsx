'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Os } from '../../server/domain/os/schema.ts'
import type { Column } from '../table/columns.ts'
import { inUnit, unitFor } from '../ui/display/size.ts'
import { State } from '../ui/display/state-mark.tsx'

const quiet = <span className="text-fg-3">-</span>
const MIB = 1024 * 1024

/** The columns of systems; `extra` ones wait in the chooser. */
export function useSystemColumns(): readonly Column<Os>[] {
  const t = useTranslations('images')
  return useMemo(
    (): Column<Os>[] => [
      {
        id: 'name',
        size: 210,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => <span className="truncate">{row.original.name}</span>,
      },
      {
        id: 'os_group',
        size: 84,
        meta: { label: t('fields.os_group'), sort: 'os_group', quiet: true },
        cell: ({ row }) => <Group group={row.original.os_group} />,
      },
      {
        id: 'for',
        size: 170,
        meta: { label: t('fields.adminonly'), sort: 'adminonly' },
        cell: ({ row }) => <ForWhom os={row.original} />,
      },
      {
        id: 'size_bytes',
        size: 80,
        meta: { label: t('fields.size'), sort: 'size_bytes', right: true },
        cell: ({ row }) => <Size mib={row.original.size_bytes / MIB} />,
      },
      {
        id: 'min_ram_mib',
        size: 84,
        meta: { label: t('fields.min_ram'), sort: 'min_ram_mib', right: true },
        cell: ({ row }) => <Size mib={row.original.min_ram_mib} />,
      },
      {
        id: 'hdd_mib_required',
        size: 84,
        meta: { label: t('fields.min_disk'), sort: 'hdd_mib_required', right: true },
        cell: ({ row }) => <Size mib={row.original.hdd_mib_required} />,
      },
      {
        id: 'clusters',
        size: 150,
        meta: { label: t('fields.clusters'), quiet: true },
        cell: ({ row }) => row.original.clusters.map((cluster) => cluster.name).join(', ') || quiet,
      },
      {
        id: 'nodes',
        size: 120,
        meta: { label: t('fields.nodes'), quiet: true },
        cell: ({ row: { original } }) => (
          <span title={original.nodes.map((node) => node.name).join(', ')}>
            {original.nodes.length > 0 ? t('copies', { count: original.nodes.length }) : t('noCopies')}
          </span>
        ),
      },
      {
        id: 'repository',
        size: 120,
        meta: { label: t('fields.repository'), sort: 'repository', quiet: true },
        cell: ({ row }) => row.original.repository,
      },
      {
        id: 'comment',
        size: 140,
        meta: { label: t('fields.comment'), sort: 'comment', quiet: true, extra: true },
        cell: ({ row }) => row.original.comment || quiet,
      },
      {
        id: 'login_user',
        size: 90,
        meta: { label: t('fields.login_user'), sort: 'login_user', mono: true, extra: true },
        cell: ({ row }) => row.original.login_user,
      },
      {
        id: 'id',
        size: 56,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ],
    [t],
  )
}

/** Who may make a VM from it; one that left its repository is not available any more. */
export function ForWhom({ os }: { os: Os }) {
  const t = useTranslations('images')
  if (os.state !== 'active') return <State kind="off">{t('systemStates.obsolete')}</State>
  if (os.clusters.length === 0) return <State kind="warn">{t('for.nobody')}</State>
  return os.adminonly ? <State kind="locked">{t('for.admins')}</State> : t('for.everybody')
}

/** The group as the index names it, in the usual spelling when it is one of the usual. */
function Group({ group }: { group: string }) {
  const t = useTranslations('images.groups')
  const known = group as 'linux'
  return group === '' ? quiet : t.has(known) ? t(known) : group
}

function Size({ mib }: { mib: number | null }) {
  const format = useFormatter()
  if (mib === null) return quiet
  if (mib > 0 && mib < 1) return <span className="num">&lt; 1 MiB</span>
  const unit = unitFor(mib)
  return (
    <span className="num">
      {format.number(inUnit(mib, unit), { maximumFractionDigits: unit === 'MiB' ? 0 : 1 })} {unit}
    </span>
  )
}
