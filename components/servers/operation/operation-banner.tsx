'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isInRescue } from '../../../server/domain/operation/steps.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { ProgressBar } from '../../ui/display/progress.tsx'
import { useEndOperation } from './use-end-operation.tsx'
import { useOperationWords } from './use-operation-words.ts'

type Running = NonNullable<Server['operation_running']>

/** On every tab of a server: what is being done to its system, how far it is, and the way there. */
export function OperationBanner({ server }: { server: Server }) {
  const { operation_running: running } = server
  return running && <Banner key={running.id} server={server} running={running} />
}

function Banner({ server, running }: { server: Server; running: Running }) {
  const t = useTranslations('operations')
  const words = useOperationWords()
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.operation.get.queryOptions({ params: { operation_id: running.id } }))
  const operation = query.data
  const { ask, dialogs } = useEndOperation()
  const step = operation?.steps.at(-1)
  const isRescue = operation !== undefined && isInRescue(operation)
  return (
    <>
      <Notice
        kind="run"
        className="mx-6 mt-3 flex-none phone:mx-4"
        title={operation ? words.title(operation) : t(`values.type.${running.type}`)}
        action={
          <span className="flex flex-none gap-2">
            {isRescue ? (
              <Button size="sm" kind="primary" onClick={() => ask({ end: 'finish', operation, server })}>
                {t('finish.open')}
              </Button>
            ) : null}
            <Button size="sm" asChild>
              <Link href={paths.serverOperation(server.id, running.id)}>{t('watch')}</Link>
            </Button>
          </span>
        }
      >
        {isRescue ? (
          t('inRescue')
        ) : (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {operation && (step ? words.step(step.name) : t('values.status.created'))}
            <ProgressBar percent={running.percent} label={t('percentDone')} className="w-40" />
            <span className="num">{t('percent', { percent: running.percent })}</span>
          </span>
        )}
      </Notice>
      {dialogs}
    </>
  )
}
