'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { HealthBadge } from '../../health/health-state.tsx'
import { paths } from '../../paths.ts'
import { ObjectHead } from '../../resource/object-head.tsx'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { ObjectTasks } from '../../tasks/object-tasks.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { PageTabs } from '../../ui/layout/tabs.tsx'
import { VlanMatrixTab } from '../../vlans/matrix/vlan-matrix-tab.tsx'
import { LocationBadge } from '../location-state.tsx'
import { useLocationActions } from '../use-location-actions.tsx'
import { LocationMessages } from './location-messages.tsx'
import { LocationOverview } from './location-overview.tsx'

const tabs = ['overview', 'matrix', 'messages', 'history'] as const

/** One site: the way in to its control host, its racks and devices. */
export function LocationPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.location.get.queryOptions({ params: { location_id: id } }))
  return <ObjectGate query={query}>{(location) => <Page location={location} />}</ObjectGate>
}

function Page({ location }: { location: Location }) {
  const t = useTranslations('locations')
  const [tab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('overview'))
  const actions = useLocationActions()
  const checking = useTaskOf()('location', location.id) !== undefined
  const check = (
    <Button busy={checking} onClick={() => void actions.check(location)}>
      {t('commands.check')}
    </Button>
  )
  return (
    <>
      <ObjectHead
        name={location.name}
        badges={
          <>
            <LocationBadge location={location} />
            <HealthBadge health={location.health} />
          </>
        }
        actions={
          <>
            {check}
            {actions.editButton(location)}
          </>
        }
        entries={actions.entries(location)}
        below={location.geolocation ? <p className="truncate text-12 text-fg-2">{location.geolocation}</p> : undefined}
      />
      <PageTabs
        label={t('page.tabs')}
        tabs={tabs.map((one) => ({
          href: paths.location(location.id, one === 'overview' ? undefined : one),
          label: t(`page.${one}`),
          current: one === tab,
        }))}
      />
      {tab === 'overview' ? (
        <LocationOverview location={location} />
      ) : tab === 'matrix' ? (
        <VlanMatrixTab location={location} />
      ) : tab === 'messages' ? (
        <LocationMessages id={location.id} />
      ) : (
        <div className="max-w-200 px-6 py-3 phone:px-4">
          <ObjectTasks entity="location" id={location.id} count={100} />
        </div>
      )}
      {actions.dialogs}
    </>
  )
}
