'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import type { Range } from '../../server/domain/range/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { RelatedList } from '../resource/related-list.tsx'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { AddressIcon, DeleteIcon } from '../ui/display/icons.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

/** The ranges of one pool, as a tab of its page. */
export function RangesOf({ pool, onAdd }: { pool: Ippool; onAdd: () => void }) {
  const t = useTranslations('addresses')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const { ask, dialogs } = useAsking<Range>((range, close) => (
    <ConfirmAction
      title={t('ranges.deleteTitle', { name: range.name })}
      lost={t('ranges.deleteLost')}
      action={t('ranges.deleteAction')}
      run={() => vm.range.delete.mutate({ params: { range_id: range.id } })}
      onClose={close}
    />
  ))
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
          : { onSelect: () => ask(range) }),
      },
    ],
    [ask, t, pool.id],
  )
  return (
    <RelatedList<Range>
      id="ranges"
      prefix="r"
      words="addresses.ranges"
      list={trpc.vm.range.list}
      base={`ippool EQ ${pool.id}`}
      filters={useFilters()}
      columns={useColumns()}
      actions={{ entries, dialogs }}
      phone={(range) => ({
        detail: range.ipnet_name ?? t('ranges.noNetwork'),
        state: <HowFull used={range.using_ip} total={range.total_ip} label={t('fields.used')} />,
      })}
      create={<CreateButton onClick={onAdd}>{t('ranges.add')}</CreateButton>}
    />
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
  const plain = useColumn('addresses')
  return useMemo(
    () => [
      plainColumn('name', t('fields.range'), 220, (row) => row.name, { always: true, mono: true }),
      plainColumn('ipnet_name', t('fields.network'), 150, (row) => row.ipnet_name ?? <NoNetwork />, { mono: true }),
      plain('family', 70, (row) => t(row.family === 2 ? 'families.2' : 'families.10'), { quiet: true }),
      plainColumn(
        'using_ip',
        t('fields.used'),
        160,
        (row) => <HowFull used={row.using_ip} total={row.total_ip} label={t('fields.used')} />,
        { right: true },
      ),
    ],
    [t, plain],
  )
}

/** Its addresses would come without a gateway: shown before a VM is made. */
function NoNetwork() {
  const t = useTranslations('addresses.ranges')
  return (
    <span className="inline-flex items-center gap-1.5 font-sans text-warn-fg" title={t('noNetworkHint')}>
      <StateMark kind="warn" />
      {t('noNetwork')}
    </span>
  )
}
