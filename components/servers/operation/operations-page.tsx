'use client'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { operationViews, useOperationColumns, useOperationFilters } from './columns.tsx'
import { OperationState } from './operation-state.tsx'
import { useOperationWords } from './use-operation-words.ts'

const LimitDialog = lazy(() => import('./limit-dialog.tsx'))
const newest = { field: 'id', desc: true }

/** Operations on all servers that a person may see. */
export function OperationsPage() {
  const trpc = useTRPC()
  const t = useTranslations('operations')
  const words = useOperationWords()
  const { isAdmin } = useMe()
  const [limiting, limit] = useState(false)
  return (
    <ResourceList<Operation>
      id="operations"
      words="operations"
      csv="dci/operation"
      list={trpc.dci.operation.list}
      sort={newest}
      views={operationViews}
      filters={useOperationFilters()}
      columns={useOperationColumns()}
      rowHref={(row) => paths.serverOperation(row.server.id, row.id)}
      rowName={words.title}
      phone={(row) => ({ state: <OperationState operation={{ ...row, steps: [], status_info: {} }} /> })}
      beside={isAdmin ? <Button onClick={() => limit(true)}>{t('limit.open')}</Button> : undefined}
    >
      {limiting ? (
        <Suspense>
          <LimitDialog onClose={() => limit(false)} />
        </Suspense>
      ) : null}
    </ResourceList>
  )
}
