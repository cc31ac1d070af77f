'use client'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import type { Location, LocationComponent } from '../../../server/domain/location/schema.ts'
import { locationComponents, locationLifecycle } from '../../../server/domain/location/states.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { useAsking } from '../../form/use-asking.tsx'
import { useSaid } from '../../i18n/said.tsx'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { TaskStrip } from '../../tasks/task-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { BootNetworks } from './boot-networks.tsx'

const SetUpServices = lazy(() => import('./set-up-services.tsx'))
const RemoveServices = lazy(() => import('./remove-services.tsx'))

/** What the control host runs so that machines boot from the network: how each part is, and what puts it right. */
export function LocationServices({ location }: { location: Location }) {
  const t = useTranslations('locations.services')
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<'set_up' | 'remove'>((asked, onClose) =>
    asked === 'set_up' ? (
      <SetUpServices location={location} onClose={onClose} />
    ) : (
      <RemoveServices location={location} onClose={onClose} />
    ),
  )
  const { status } = location
  const isSetUp = Object.keys(location.dhcp4_conf).length > 0
  const busy = locationLifecycle.isMoving(status)
  const may = locationLifecycle.can('setup', status).ok
  const hindered = may ? {} : { disabledReason: t(busy ? 'busy' : 'checkFirst') }
  const repair = () =>
    void dci.location.setup
      .mutate({ params: { location_id: location.id }, body: {} })
      .catch(faultToast(t('notBegun', { name: location.name })))
  if (!isSetUp && !busy)
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
        {may ? <BootNetworks location={location.id} /> : null}
        {dialogs}
      </div>
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-3 phone:px-4">
      {busy ? <Work location={location.id} /> : null}
      <Section
        title={t('title')}
        action={
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
        }
      >
        {location.components.length > 0 ? (
          <Components list={location.components} />
        ) : (
          <p className="py-1 text-fg-2">{t(busy ? 'notThereYet' : 'notSeen')}</p>
        )}
      </Section>
      <Section title={t('settings')} line>
        <Settings location={location} />
      </Section>
      {dialogs}
    </div>
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

function Components({ list }: { list: readonly LocationComponent[] }) {
  const t = useTranslations('locations.services')
  const said = useSaid()
  return (
    <Rows
      label={t('title')}
      rows={locationComponents.flatMap((name) => list.find(({ component }) => component === name) ?? [])}
      rowKey={({ component }) => component}
      columns={[
        { head: t('part'), name: true, cell: ({ component }) => t(`parts.${component}`) },
        {
          head: t('state'),
          cell: ({ fault }) => (
            <>
              <State kind={fault === null ? 'ok' : 'fault'}>{t(fault === null ? 'good' : 'wrong')}</State>
              {fault === null ? null : <span className="block text-12 whitespace-normal text-fg-2">{said(fault)}</span>}
            </>
          ),
        },
        { head: t('since'), wide: true, cell: ({ since }) => (since ? <RelativeTime at={since} /> : '-') },
        { head: t('checked'), wide: true, cell: ({ checked_at }) => <RelativeTime at={checked_at} /> },
      ]}
    />
  )
}

function Settings({ location: { params_dhcp: dhcp, params_web: web } }: { location: Location }) {
  const t = useTranslations('locations.services')
  const ranges = (dhcp.ranges ?? []).map(({ first, last }) => `${first} - ${last}`)
  return (
    <Facts
      facts={[
        { term: t('form.interfaces'), value: dhcp.interfaces_4?.join(', ') ?? '-' },
        { term: t('form.ranges'), value: ranges.join(', ') || t('noRange') },
        { term: t('form.nameservers'), value: dhcp.nameservers?.join(', ') || '-' },
        { term: t('form.port'), value: web.port ?? 8080 },
        { term: t('form.discovery'), value: t(dhcp.discovery ? 'yes' : 'no') },
      ]}
    />
  )
}
