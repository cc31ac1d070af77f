'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { waterfallOf } from '../../../../server/domain/operation/waterfall.ts'
import type { Server } from '../../../../server/domain/server/record.ts'
import { ObjectGate } from '../../../api/object-gate.tsx'
import { useTRPC } from '../../../api/trpc.ts'
import { PageCrumbs } from '../../../frame/crumbs.tsx'
import { NotFound } from '../../../frame/fault-page.tsx'
import { paths } from '../../../paths.ts'
import { useTitle } from '../../../shell/use-title.ts'
import { useNow } from '../../../ui/display/time.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useOperationWords } from '../use-operation-words.ts'
import { ControllerSection } from './controller-section.tsx'
import { OperationFacts } from './operation-facts.tsx'
import { OperationHead } from './operation-head.tsx'
import { OperationOutcome } from './operation-outcome.tsx'
import { OperationSide } from './operation-side.tsx'
import { StepList } from './step-list.tsx'

/** One operation on a server: its steps in time, and the console beside them. */
export function OperationPage({ server_id, id }: { server_id: number; id: number }) {
  const { dci } = useTRPC()
  const server = useQuery(dci.server.get.queryOptions({ params: { server_id } }))
  const operation = useQuery(dci.operation.get.queryOptions({ params: { operation_id: id } }))
  return (
    <ObjectGate query={server}>
      {(of) => (
        <ObjectGate query={operation}>
          {(one) => (one.server.id === of.id ? <Page server={of} operation={one} /> : <NotFound />)}
        </ObjectGate>
      )}
    </ObjectGate>
  )
}

function Page({ server, operation }: { server: Server; operation: Operation }) {
  const t = useTranslations('operations')
  const { dci } = useTRPC()
  const words = useOperationWords()
  const isRunning = operation.ended_at === null
  const now = useNow(isRunning)
  const course = useQuery(
    dci.operation.course.queryOptions(
      { params: { operation_id: operation.id } },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  ).data
  const waterfall = waterfallOf(operation, course ?? null, now)
  useTitle(words.title(operation))
  return (
    <>
      <PageCrumbs
        crumbs={[
          { label: server.name, href: paths.server(server.id, 'operations') },
          { label: t('number', { id: operation.id }) },
        ]}
      />
      <OperationHead server={server} operation={operation} waterfall={waterfall} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,44%)] border-t border-line @max-[880px]:block">
        <div className="min-w-0 px-6 pt-2 pb-4 phone:px-4">
          <OperationOutcome server={server} operation={operation} />
          <Section
            title={t('stepsTitle')}
            count={
              isRunning && course && course.operations > 0 ? (
                <span className="text-12">
                  {t(course.same_platform ? 'expectedSame' : 'expected', {
                    count: course.operations,
                    platform: server.platform?.name ?? '',
                  })}
                </span>
              ) : undefined
            }
          >
            <StepList operation={operation} waterfall={waterfall} />
          </Section>
          <ControllerSection operation={operation} />
          <OperationFacts server={server} operation={operation} />
        </div>
        <OperationSide server={server} operation={operation} />
      </div>
    </>
  )
}
