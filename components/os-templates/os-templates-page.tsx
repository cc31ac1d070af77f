'use client'
import { useQueries } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, type ReactNode, Suspense } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { RepositoryTable } from '../images/repository-table.tsx'
import { useRepositoryActions } from '../images/use-repository-actions.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { MatrixTab } from './matrix-tab.tsx'
import { waiting } from './place.ts'
import { ReadRepositories } from './read-repositories.tsx'
import { TemplateTable } from './template-table.tsx'
import { usePlaceActions } from './use-place-actions.tsx'

const TemplatePanel = lazy(() => import('./template-panel.tsx'))
const UpdatePlan = lazy(() => import('./update-plan.tsx'))

const size = { query: { limit: '0' } }
/** How many offer templates, and the one that was read last. */
const offering = { query: { where: 'os_template_count GT 0', orderby: 'checked_at desc', limit: '0,1' } }
const allLocations = { query: { orderby: 'name', limit: '0,1000' } }
const tabNames = ['locations', 'list', 'repositories'] as const

/** What servers are booted into: where it is, all of it, and the repositories that offer it. */
export function OsTemplatesPage() {
  const t = useTranslations('osTemplates')
  const trpc = useTRPC()
  const [tab] = useQueryState('tab', parseAsStringLiteral(tabNames).withDefault('locations'))
  const [chosen, choose] = useQueryState('template', parseAsInteger.withOptions({ history: 'push' }))
  const [templates, repositories, offers, locations] = useQueries({
    queries: [
      trpc.dci.osTemplate.list.queryOptions(size),
      trpc.vm.repository.list.queryOptions(size),
      trpc.vm.repository.list.queryOptions(offering),
      trpc.dci.location.list.queryOptions(allLocations),
    ],
  })
  const actions = usePlaceActions()
  const repositoryActions = useRepositoryActions()
  const update = useAsking<readonly Location[]>((asked, onClose) => (
    <UpdatePlan locations={asked} actions={actions} onClose={onClose} />
  ))
  const format = useFormatter()
  const add = repositoryActions.createButton()
  const tabs = (
    <PageTabs
      label={t('tabs')}
      tabs={tabNames.map((name) => {
        const count = { locations: undefined, list: templates.data?.size, repositories: repositories.data?.size }[name]
        return {
          href: paths.osTemplates(name === 'locations' ? {} : { tab: name }),
          label: t(`tabNames.${name}`),
          current: name === tab,
          count: count === undefined ? undefined : format.number(count),
        }
      })}
    />
  )
  const older = waiting(locations.data?.list ?? [])
  const beside = (
    <>
      <ReadRepositories />
      {older > 0 ? (
        <Button onClick={() => update.ask(locations.data?.list ?? [])}>{t('updateAll', { count: older })}</Button>
      ) : null}
    </>
  )
  const toggle = ({ id }: OsTemplate) => void choose(id === chosen ? null : id)
  const shown: Record<(typeof tabNames)[number], () => ReactNode> = {
    locations: () => (
      <>
        <PageHeader
          title={t('title')}
          {...(templates.data && offers.data && { sub: <Sources of={templates.data.size} from={offers.data} /> })}
          actions={
            <>
              {beside}
              {add}
            </>
          }
        />
        {tabs}
        <MatrixTab
          chosen={chosen}
          onChoose={toggle}
          onUpdate={(location) => update.ask([location])}
          actions={actions}
          empty={
            <EmptyState title={t('none')} actions={add}>
              {t('noneHint')}
            </EmptyState>
          }
        />
      </>
    ),
    list: () => <TemplateTable tabs={tabs} beside={beside} create={add} />,
    repositories: () => (
      <RepositoryTable add={add} tabs={tabs} actions={repositoryActions} title={t('title')} templates />
    ),
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div className="@container flex min-w-0 flex-1 flex-col">{shown[tab]()}</div>
      {chosen === null ? null : (
        <Suspense>
          <TemplatePanel key={chosen} id={chosen} actions={actions} onClose={() => void choose(null)} />
        </Suspense>
      )}
      {actions.dialogs}
      {repositoryActions.dialogs}
      {update.dialogs}
    </div>
  )
}

/** Where the templates come from, and how fresh what is said of them is. */
function Sources({
  of,
  from,
}: {
  of: number
  from: { size: number; list: readonly Pick<Repository, 'checked_at'>[] }
}) {
  const t = useTranslations('osTemplates')
  const at = from.list[0]?.checked_at
  return (
    <>
      {t('sources', { templates: of, repositories: from.size })}
      {at ? (
        <>
          {t('read')} <RelativeTime at={at} />
        </>
      ) : null}
    </>
  )
}
