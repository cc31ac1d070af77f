'use client'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { locationLifecycle } from '../../../server/domain/location/states.ts'
import { apiFault } from '../../api/fault.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { useAsking } from '../../form/use-asking.tsx'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { TaskStrip } from '../../tasks/task-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { BootNetworks } from './boot-networks.tsx'
import { BootRequests } from './boot-requests.tsx'
import { Cache } from './cache.tsx'
import { ComponentsTable } from './components-table.tsx'
import { ComposeFile } from './compose-file.tsx'
import { ControlHostMap } from './control-host-map.tsx'
import { InterfacesFound } from './interfaces-found.tsx'
import { LiveLeases } from './live-leases.tsx'
import { NewestMessages } from './newest-messages.tsx'
import { ServicesSettings } from './services-settings.tsx'
import { isSetUp, useServicesInside } from './use-services-inside.ts'

const SetUpServices = lazy(() => import('./set-up-services.tsx'))
const RemoveServices = lazy(() => import('./remove-services.tsx'))

type Asked = 'set_up' | 'remove'

/** What the control host runs so that servers boot from the network: how each part is, what is in it, and what puts it right. */
export function LocationServices({ location }: { location: Location }) {
  const { ask, dialogs } = useAsking<Asked>((asked, onClose) =>
    asked === 'set_up' ? (
      <SetUpServices location={location} onClose={onClose} />
    ) : (
      <RemoveServices location={location} onClose={onClose} />
    ),
  )
  const shown = isSetUp(location) || locationLifecycle.isMoving(location.status)
  return (
    <>
      {shown ? <Services location={location} ask={ask} /> : <NoServices location={location} ask={ask} />}
      {dialogs}
    </>
  )
}

type Props = { location: Location; ask: (asked: Asked) => void }

function NoServices({ location, ask }: Props) {
  const t = useTranslations('locations.services')
  const may = locationLifecycle.can('setup', location.status).ok
  return (
    <div className="px-6 py-3 phone:px-4">
      <EmptyState
        title={t('none')}
        actions={
          may ? (
            <Button kind="primary" onClick={() => ask('set_up')}>
              {t('setUp')}
            </Button>
          ) : null
        }
      >
        {t(may ? 'noneHint' : 'checkFirst')}
      </EmptyState>
      {may ? <ComposeFile location={location} /> : null}
      {may ? <BootNetworks location={location.id} /> : null}
    </div>
  )
}

function Services({ location, ask }: Props) {
  const t = useTranslations('locations.services')
  const { data: inside, error, isLoading } = useServicesInside(location)
  const busy = locationLifecycle.isMoving(location.status)
  return (
    <WithSidePanel
      label={t('leases')}
      side={
        <>
          {inside ? (
            <>
              <LiveLeases leases={inside.leases} />
              <BootRequests requests={inside.requests} />
            </>
          ) : isLoading ? (
            <SidePanelSection title={t('leases')}>
              <SkeletonRows rows={3} label={t('insideLoading')} />
            </SidePanelSection>
          ) : null}
          <NewestMessages location={location.id} />
          <SidePanelSection title={t('settings')}>
            <ServicesSettings location={location} />
            <ComposeFile location={location} />
          </SidePanelSection>
        </>
      }
    >
      {busy ? <Work location={location.id} /> : null}
      {error && !busy ? (
        <Notice kind="warn" title={t('insideUnread')}>
          {apiFault(error).msg}
        </Notice>
      ) : null}
      {inside ? <ControlHostMap location={location} interfaces={inside.interfaces} /> : null}
      <Section title={t('title')} action={<Actions location={location} ask={ask} />}>
        {location.components.length > 0 ? (
          <ComponentsTable list={location.components} inside={inside} />
        ) : (
          <p className="py-1 text-fg-2">{t(busy ? 'notThereYet' : 'notSeen')}</p>
        )}
      </Section>
      <Section title={t('interfaces')} line>
        <InterfacesFound location={location} inside={inside} />
      </Section>
      {inside ? <Cache inside={inside} /> : null}
    </WithSidePanel>
  )
}

function Actions({ location: { id, name, status }, ask }: Props) {
  const t = useTranslations('locations.services')
  const { dci } = useTRPCClient()
  const busy = locationLifecycle.isMoving(status)
  const hindered = locationLifecycle.can('setup', status).ok ? {} : { disabledReason: t(busy ? 'busy' : 'checkFirst') }
  const repair = () =>
    void dci.location.setup.mutate({ params: { location_id: id }, body: {} }).catch(faultToast(t('notBegun', { name })))
  return (
    <span className="flex gap-2">
      <Button size="sm" busy={busy} onClick={repair} {...hindered}>
        {t('repair')}
      </Button>
      <Button size="sm" onClick={() => ask('set_up')} {...hindered}>
        {t('change')}
      </Button>
      <Button size="sm" onClick={() => ask('remove')} {...hindered}>
        {t('remove')}
      </Button>
    </span>
  )
}

/** The set-up or removal that runs: its words, how far it is, and the way to its task. */
function Work({ location }: { location: number }) {
  const t = useTranslations('locations.services')
  const task = useTaskOf()('location', location)
  return task ? (
    <TaskStrip id={task.id} />
  ) : (
    <Notice kind="run" mark="run">
      {t('busy')}
    </Notice>
  )
}
