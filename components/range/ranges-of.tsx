'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import type { Range } from '../../server/domain/range/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { inWords } from '../api/in-words.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { AddressIcon, DeleteIcon } from '../ui/display/icons.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { EmptyState } from '../ui/layout/empty-state.tsx'

const byAddress = { field: 'name', desc: false }
const rowId = (range: Range) => String(range.id)
const rowName = (range: Range) => range.name

/** The ranges of one pool, as a tab of its page. */
export function RangesOf({ pool, onAdd }: { pool: Ippool; onAdd: () => void }) {
  const t = useTranslations('addresses')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const [going, setGoing] = useState<Range | null>(null)
  const base = `ippool EQ ${pool.id}`
  const table = useTableState({ id: 'ranges', fields: useFilters(), defaultSort: byAddress, base, prefix: 'r' })
  const query = useQuery(trpc.vm.range.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const columns = useColumns()
  const entries = useCallback(
    (range: Range): MenuEntry[] => [
      { label: t('ranges.show'), icon: <AddressIcon />, href: paths.pool(pool.id, 'used') },
      { kind: 'line' },
      {
        label: t('ranges.delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(range.using_ip > 0
          ? { disabledReason: t('pools.inUse', { count: range.using_ip }) }
          : { onSelect: () => setGoing(range) }),
      },
    ],
    [t, pool.id],
  )
  const toPhone = useCallback(
    (range: Range) => ({
      name: range.name,
      detail: range.ipnet_name ?? t('ranges.noNetwork'),
      state: <HowFull used={range.using_ip} total={range.total_ip} label={t('fields.used')} />,
    }),
    [t],
  )
  return (
    <>
      <ResourceTable<Range>
        label={t('ranges.title')}
        table={table}
        data={tableData<Range>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowMenu={entries}
        toPhone={toPhone}
        searchPlaceholder={t('ranges.searchPlaceholder')}
        empty={
          <EmptyState title={t('ranges.none')} actions={<CreateButton onClick={onAdd}>{t('ranges.add')}</CreateButton>}>
            {t('ranges.noneHint')}
          </EmptyState>
        }
      />
      {going ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setGoing(null))}
          title={t('ranges.deleteTitle', { name: going.name })}
          lost={t('ranges.deleteLost')}
          action={t('ranges.deleteAction')}
          onConfirm={async () => {
            await inWords(vm.range.delete.mutate({ params: { range_id: going.id } }))
          }}
        />
      ) : null}
    </>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses')
  return useMemo(
    () => [
      { name: 'name', label: t('fields.range'), type: 'text' },
      { name: 'ipnet_name', label: t('fields.network'), type: 'text', nullable: true },
      { name: 'using_ip', label: t('fields.used'), type: 'int' },
    ],
    [t],
  )
}

function useColumns(): readonly Column<Range>[] {
  const t = useTranslations('addresses')
  return useMemo(
    () => [
      {
        id: 'name',
        size: 220,
        meta: { label: t('fields.range'), sort: 'name', always: true, mono: true },
        cell: ({ row }) => row.original.name,
      },
      {
        id: 'ipnet_name',
        size: 150,
        meta: { label: t('fields.network'), sort: 'ipnet_name', mono: true },
        cell: ({ row }) => row.original.ipnet_name ?? <NoNetwork />,
      },
      {
        id: 'family',
        size: 70,
        meta: { label: t('fields.family'), sort: 'family', quiet: true },
        cell: ({ row }) => t(row.original.family === 2 ? 'families.2' : 'families.10'),
      },
      {
        id: 'using_ip',
        size: 160,
        meta: { label: t('fields.used'), sort: 'using_ip', right: true },
        cell: ({ row }) => (
          <HowFull used={row.original.using_ip} total={row.original.total_ip} label={t('fields.used')} />
        ),
      },
    ],
    [t],
  )
}

/** Its addresses would come without a gateway: said where it can be seen before a machine is made. */
function NoNetwork() {
  const t = useTranslations('addresses.ranges')
  return (
    <span className="inline-flex items-center gap-1.5 font-sans text-warn-fg" title={t('noNetworkHint')}>
      <StateMark kind="warn" />
      {t('noNetwork')}
    </span>
  )
}
