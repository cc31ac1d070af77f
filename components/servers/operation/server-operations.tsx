'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useOperationColumns, useOperationFilters } from './columns.tsx'
import { OperationState } from './operation-state.tsx'

const newest = { field: 'id', desc: true }
const without = ['server.name']

/** The tab with what was done to the system of a server. */
export default function ServerOperations({ server }: { server: Server }) {
  const trpc = useTRPC()
  const t = useTranslations('operations')
  return (
    <RelatedList<Operation>
      id="server-operations"
      words="operations"
      title={t('ofServer', { name: server.name })}
      list={trpc.dci.operation.ofServer}
      params={{ server_id: server.id }}
      sort={newest}
      filters={useOperationFilters()}
      columns={useOperationColumns()}
      without={without}
      rowHref={(row) => paths.serverOperation(server.id, row.id)}
      rowName={(row) => t(`values.type.${row.type}`)}
      phone={(row) => ({
        detail: <RelativeTime at={row.created_at} />,
        state: <OperationState operation={{ ...row, steps: [], status_info: {} }} />,
      })}
      empty={<EmptyState title={t('noneHere')}>{t('noneHint')}</EmptyState>}
    />
  )
}
