'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { operationStatuses, operationTypes } from '../../../server/domain/operation/kinds.ts'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import { paths } from '../../paths.ts'
import { NameLink, plainColumn } from '../../table/cells.tsx'
import type { Column } from '../../table/columns.ts'
import type { AskedView } from '../../table/counted-views.ts'
import { enumFilter, type FilterField } from '../../table/filters.ts'
import { useColumn } from '../../table/use-column.ts'
import { TextLink } from '../../ui/display/text.tsx'
import { RelativeTime, RunningFor } from '../../ui/display/time.tsx'
import { OperationState } from './operation-state.tsx'
import { tookSeconds, useOperationWords } from './use-operation-words.ts'

/** The columns of operations on servers. */
export function useOperationColumns(): readonly Column<Operation>[] {
  const t = useTranslations('operations')
  const plain = useColumn('operations')
  return useMemo(
    () => [
      plain(
        'type',
        150,
        (row) => (
          <NameLink href={paths.serverOperation(row.server.id, row.id)}>{t(`values.type.${row.type}`)}</NameLink>
        ),
        { always: true },
      ),
      plainColumn('server.name', t('fields.server'), 140, (row) => (
        <TextLink plain href={paths.server(row.server.id, 'operations')} prefetch={false}>
          {row.server.name}
        </TextLink>
      )),
      plain('template', 160, (row) => row.template),
      plain('status', 300, (row) => <OperationState operation={row} />),
      plain('auth_id', 170, (row) => row.auth_id, { quiet: true }),
      plain('created_at', 120, (row) => <RelativeTime at={row.created_at} />),
      plain('took', 90, (row) => <Took operation={row} />, { right: true, sort: '' }),
      plain('mac', 150, (row) => row.mac, { mono: true, extra: true }),
      plain('id', 80, (row) => row.id, { right: true, extra: true, quiet: true }),
    ],
    [t, plain],
  )
}

/** How long it took, or takes so far. */
function Took({ operation }: { operation: Operation }) {
  const { span } = useOperationWords()
  const took = tookSeconds(operation)
  return took === null ? <RunningFor since={operation.started_at ?? operation.created_at} /> : span(took)
}

/** What operations can be filtered by. */
export function useOperationFilters(): readonly FilterField[] {
  const t = useTranslations('operations')
  return useMemo(
    () => [
      enumFilter('type', t('fields.type'), operationTypes, (value) => t(`values.type.${value}`)),
      enumFilter('status', t('fields.status'), operationStatuses, (value) => t(`values.status.${value}`)),
      { name: 'server.name', label: t('fields.server'), type: 'text' },
      { name: 'template', label: t('fields.template'), type: 'text', nullable: true },
      { name: 'auth_id', label: t('fields.auth_id'), type: 'text' },
      { name: 'created_at', label: t('fields.created_at'), type: 'time' },
    ],
    [t],
  )
}

const running = ['created', 'running']
/** The questions that are asked of all operations. */
export const operationViews: readonly AskedView[] = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'running',
    filters: [{ field: 'status', op: 'is', values: running }],
    where: "status IN ('created','running')",
  },
  { key: 'failed', filters: [{ field: 'status', op: 'is', values: ['fail'] }], where: "status EQ 'fail'" },
]
