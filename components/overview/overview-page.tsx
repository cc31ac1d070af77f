'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Overview } from '../../server/domain/overview/record.ts'
import { useLive } from '../api/live.tsx'
import { useMe } from '../api/me.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { FirstRun } from '../first-run/first-run.tsx'
import { useSkipped } from '../first-run/use-skipped.ts'
import { optionOf } from '../form/option-of.ts'
import { paths } from '../paths.ts'
import { ProblemList } from '../problems/problem-list.tsx'
import { useRunningTasks } from '../shell/use-running-tasks.ts'
import { Segmented } from '../ui/controls/segmented.tsx'
import { Select } from '../ui/controls/select.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Section, SidePanelSection } from '../ui/layout/section.tsx'
import { CapacityTable } from './capacity-table.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { LocationTable } from './location-table.tsx'
import { MyMachines } from './my-machines.tsx'
import { NodeMap } from './node-map.tsx'
import { RecentList } from './recent-list.tsx'
import { RunningTable } from './running-table.tsx'

/** The first page: what is wrong, what is going on, how full everything is. While nothing is here yet: where to begin. */
export function OverviewPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.overview.get.queryOptions(undefined, { placeholderData: keepPreviousData }))
  return <ObjectGate query={query}>{(overview) => <Page overview={overview} />}</ObjectGate>
}

function Page({ overview }: { overview: Overview }) {
  const { isAdmin } = useMe()
  const begun = overview.counts.hosts > 0 || overview.counts.servers > 0
  const [skipped] = useSkipped(isAdmin && !begun)
  if (isAdmin && !begun && skipped === undefined) return null
  if (isAdmin && !begun && !skipped) return <FirstRun overview={overview} />
  return <Everyday overview={overview} begun={begun} />
}

function Everyday({ overview, begun }: { overview: Overview; begun: boolean }) {
  const t = useTranslations('overview')
  const { isAdmin } = useMe()
  const { connected } = useLive()
  const running = useRunningTasks()
  const problems = useProblems()
  const [chosen, choose] = useQueryState('cluster', parseAsInteger)
  const { clusters, locations } = overview
  const inside = <T extends { cluster: number }>(list: readonly T[]) =>
    chosen === null ? list : list.filter((one) => one.cluster === chosen)
  return (
    <>
      <PageHeader
        title={t('title')}
        // Absent when there are none: a telephone would show an empty line.
        badges={
          clusters.length > 1 || !connected ? (
            <>
              {clusters.length > 1 ? (
                <ClusterChoice value={chosen} onChange={(id) => void choose(id)} clusters={clusters} />
              ) : null}
              {connected ? null : (
                <span className="animate-late text-12">
                  <State kind="unknown">{t('stale')}</State>
                </span>
              )}
            </>
          ) : undefined
        }
        {...(!begun && isAdmin && { actions: <TextLink href={paths.firstRun()}>{t('firstSteps')}</TextLink> })}
      />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_408px] max-[1100px]:block">
        <div className="flex min-w-0 flex-col px-6 pb-6 phone:px-4 phone:pt-3">
          {overview.demo ? (
            <div className="phone:order-last phone:mt-4">
              <DemoNotice />
            </div>
          ) : null}
          <Wrong />
          {/* Not before what stands above has its height, or it would jump. */}
          {problems.isPending ? null : (
            <>
              <div className="h-2" />
              <Section
                title={t('running')}
                count={running.size}
                action={<TextLink href={paths.tasks()}>{t('allTasks')}</TextLink>}
              >
                {running.list.length > 0 ? (
                  <RunningTable tasks={running.list.slice(0, 8)} />
                ) : (
                  <p className="border-t border-line py-3 text-fg-3">{t('nothingRuns')}</p>
                )}
              </Section>
              <div className="h-2" />
              <Section title={t('recent')}>
                <RecentList />
              </Section>
            </>
          )}
        </div>
        <aside
          aria-label={t('capacity')}
          className="border-l border-line px-6 pb-4 phone:px-4 max-[1100px]:border-t max-[1100px]:border-l-0"
        >
          {isAdmin ? (
            clusters.length === 0 && locations.length === 0 ? (
              <EmptyState title={t('noCapacity')}>{t('noCapacityHint')}</EmptyState>
            ) : (
              <>
                {clusters.length > 0 ? (
                  <Section title={t('capacity')}>
                    <CapacityTable clusters={clusters} chosen={chosen} />
                  </Section>
                ) : null}
                {locations.length > 0 ? (
                  <div className={clusters.length > 0 ? 'mt-3' : ''}>
                    <Section title={t('datacenter.title')}>
                      <LocationTable locations={locations} />
                    </Section>
                  </div>
                ) : null}
                {overview.nodes.length > 0 ? (
                  <div className="-mx-6 mt-3 border-t border-line px-6 pt-2 phone:-mx-4 phone:px-4">
                    <NodeMap nodes={inside(overview.nodes)} clusters={clusters} />
                  </div>
                ) : null}
              </>
            )
          ) : (
            <SidePanelSection title={t('mine')}>
              <MyMachines servers={overview.counts.servers} />
            </SidePanelSection>
          )}
        </aside>
      </div>
    </>
  )
}

/** The overview shows no more than this; a page of its own has the rest. */
const GLANCE = 16

function useProblems() {
  const trpc = useTRPC()
  return useQuery(trpc.vm.problem.list.queryOptions({ query: { limit: GLANCE } }))
}

function Wrong() {
  const t = useTranslations('overview')
  const query = useProblems()
  const count = query.data && query.data.faults + query.data.warnings
  return (
    <Section
      title={t('wrong')}
      count={count}
      {...(count && { action: <TextLink href={paths.problems()}>{t('allProblems')}</TextLink> })}
    >
      <ObjectGate query={query}>{({ list }) => <ProblemList problems={list} />}</ObjectGate>
    </Section>
  )
}

const ALL = 'all'

function ClusterChoice(props: {
  value: number | null
  onChange: (id: number | null) => void
  clusters: Overview['clusters']
}) {
  const t = useTranslations('overview')
  const { value, onChange, clusters } = props
  const options = [{ value: ALL, label: t('allClusters') }, ...clusters.map(optionOf)]
  const common = {
    value: value === null ? ALL : String(value),
    onValueChange: (next: string) => onChange(next === ALL ? null : Number(next)),
    options,
  }
  return clusters.length > 4 ? (
    <span className="w-48">
      <Select {...common} aria-label={t('clusterChoice')} />
    </span>
  ) : (
    <span className="max-w-full overflow-x-auto">
      <Segmented {...common} label={t('clusterChoice')} />
    </span>
  )
}
