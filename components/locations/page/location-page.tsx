'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { HealthBadge } from '../../health/health-state.tsx'
import { LocationTemplates } from '../../os-templates/location-templates.tsx'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { ObjectHistory } from '../../tasks/object-history.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { VlanMatrixTab } from '../../vlans/matrix/vlan-matrix-tab.tsx'
import { LocationBadge } from '../location-state.tsx'
import { LocationServices } from '../services/location-services.tsx'
import { useLocationActions } from '../use-location-actions.tsx'
import { LocationMessages } from './location-messages.tsx'
import { LocationOverview } from './location-overview.tsx'

/** One site: the way in to its control host, its racks and devices. */
export function LocationPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.location.get.queryOptions({ params: { location_id: id } }))
  return <ObjectGate query={query}>{(location) => <Page location={location} />}</ObjectGate>
}

function Page({ location }: { location: Location }) {
  const t = useTranslations('locations')
  const actions = useLocationActions()
  const checking = useTaskOf()('location', location.id) !== undefined
  return (
    <ObjectPage
      name={location.name}
      badges={
        <>
          <LocationBadge location={location} />
          <HealthBadge health={location.health} />
        </>
      }
      actions={
        <>
          <Button busy={checking} onClick={() => void actions.check(location)}>
            {t('commands.check')}
          </Button>
          {actions.editButton(location)}
        </>
      }
      entries={actions.entries(location)}
      below={location.geolocation ? <p className="truncate text-12 text-fg-2">{location.geolocation}</p> : undefined}
      href={(tab) => paths.location(location.id, tab)}
      tabs={{
        overview: { show: () => <LocationOverview location={location} /> },
        services: { show: () => <LocationServices location={location} /> },
        templates: {
          count: location.os_templates.there || undefined,
          show: () => <LocationTemplates location={location} />,
        },
        matrix: { show: () => <VlanMatrixTab location={location} /> },
        messages: { show: () => <LocationMessages id={location.id} /> },
        history: { show: () => <ObjectHistory entity="location" id={location.id} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}
