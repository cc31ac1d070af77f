'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { osFields } from '../../server/domain/os/fields.ts'
import type { Os } from '../../server/domain/os/schema.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { inUnit, unitFor } from '../ui/display/size.ts'
import { State } from '../ui/display/state-mark.tsx'

const MIB = 1024 * 1024

/** The columns of systems; `extra` ones wait in the chooser. */
export function useSystemColumns(): readonly Column<Os>[] {
  const t = useTranslations('images')
  const plain = useColumn('images')
  const { complete } = useOwnColumns<Os>(osFields, 'images')
  return useMemo(
    () =>
      complete([
        plain('name', 210, (os) => <span className="truncate">{os.name}</span>, { always: true }),
        plain('os_group', 84, (os) => <Group group={os.os_group} />, { quiet: true }),
        plain('for', 130, (os) => <ForWhom os={os} />, { sort: 'adminonly' }),
        plainColumn('size_bytes', t('fields.size'), 80, (os) => <Size mib={os.size_bytes / MIB} />, { right: true }),
        plainColumn('min_ram_mib', t('fields.min_ram'), 104, (os) => <Size mib={os.min_ram_mib} />, { right: true }),
        plainColumn('hdd_mib_required', t('fields.min_disk'), 104, (os) => <Size mib={os.hdd_mib_required} />, {
          right: true,
        }),
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
        plain('repository', 120, (os) => os.repository, { quiet: true }),
      ]),
    [t, complete, plain],
  )
}

/** Who may make a VM from it; one that left its repository is not available any more. */
export function ForWhom({ os }: { os: Os }) {
  const t = useTranslations('images')
  if (os.state !== 'active') return <State kind="off">{t('systemStates.obsolete')}</State>
  if (os.clusters.length === 0) return <State kind="warn">{t('for.none')}</State>
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
