'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { HealthBanner } from '../health/health-banner.tsx'
import { HealthBadge } from '../health/health-state.tsx'
import { PlacePath } from '../locations/place-path.tsx'
import { ObjectHead } from '../resource/object-head.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { Button } from '../ui/controls/button.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import type { Fact } from '../ui/layout/facts.tsx'
import { WithSidePanel } from '../ui/layout/section.tsx'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { DeviceSide } from './device-side.tsx'
import { DeviceBadge } from './device-state.tsx'
import { type Device, useDeviceActions } from './use-device-actions.tsx'

/** The page of a switch or PDU: head, why the last poll failed, and the facts beside what it is all about. */
export function DevicePage(props: {
  device: Device
  tabs: Parameters<typeof PageTabs>[0]['tabs']
  more: readonly (Fact | false)[]
  /** Over the whole width, above what stands beside the side panel. */
  above?: ReactNode
  /** In the place of the facts of the device: what is picked on the page. */
  picked?: { label: string; panel: ReactNode } | null
  children: ReactNode
}) {
  const { device, tabs, more, above, picked, children } = props
  const { record } = device
  const t = useTranslations('device')
  const words = useTranslations('resource')
  const actions = useDeviceActions()
  const polling = useTaskOf()(device.kind, record.id) !== undefined
  return (
    <>
      <ObjectHead
        name={record.name}
        badges={
          <>
            {record.health.level === 'ok' || polling ? <DeviceBadge status={record.status} /> : null}
            <HealthBadge health={record.health} />
          </>
        }
        actions={
          <>
            <Button busy={polling} onClick={() => void actions.poll(device)}>
              {t('commands.poll')}
            </Button>
            <Button onClick={() => actions.ask({ ...device, command: 'edit' })}>{words('edit')}</Button>
          </>
        }
        entries={actions.entries(device)}
        below={
          <PlacePath location={record.location} rack={record.rack} unit={record.unit} face={record.face}>
            <span className="num">
              {t(device.kind === 'switch' ? 'portsInUse' : 'outletsInUse', {
                used: record.using_port,
                of: record.total_port,
              })}
            </span>
            {record.last_success_update ? (
              <span>{t.rich('polled', { when: () => <RelativeTime at={record.last_success_update ?? ''} /> })}</span>
            ) : null}
          </PlacePath>
        }
      />
      <PageTabs label={words('parts', { name: record.name })} tabs={tabs} />
      <HealthBanner
        entity={device.kind}
        id={record.id}
        health={record.health}
        without={['drift']}
        className="mx-6 mt-3 phone:mx-4"
      />
      {above ? <div className="border-b border-line pb-3">{above}</div> : null}
      <WithSidePanel
        label={picked?.label ?? t('side.device')}
        side={picked?.panel ?? <DeviceSide device={record} more={more} />}
      >
        {children}
      </WithSidePanel>
      {actions.dialogs}
    </>
  )
}
