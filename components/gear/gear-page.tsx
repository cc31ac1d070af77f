'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ObjectHead } from '../datacenter/object-head.tsx'
import { PlacePath } from '../datacenter/place-path.tsx'
import { HealthBanner } from '../health/health-banner.tsx'
import { HealthBadge } from '../health/health-state.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { Button } from '../ui/button.tsx'
import type { Fact } from '../ui/facts.tsx'
import { WithSidePanel } from '../ui/section.tsx'
import { PageTabs } from '../ui/tabs.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { GearSide } from './gear-side.tsx'
import { GearBadge } from './gear-state.tsx'
import { type Gear, useGearActions } from './use-gear-actions.tsx'

/** The page of a switch or PDU: head, why the last poll failed, and the facts beside what it is all about. */
export function GearPage(props: {
  gear: Gear
  tabs: Parameters<typeof PageTabs>[0]['tabs']
  more: readonly (Fact | false)[]
  /** Over the whole width, above what stands beside the side panel. */
  above?: ReactNode
  /** In the place of the facts of the device: what is picked on the page. */
  picked?: { label: string; panel: ReactNode } | null
  children: ReactNode
}) {
  const { gear, tabs, more, above, picked, children } = props
  const { record } = gear
  const t = useTranslations('gear')
  const actions = useGearActions()
  const polling = useTaskOf()(gear.kind, record.id) !== undefined
  return (
    <>
      <ObjectHead
        name={record.name}
        badges={
          <>
            {record.health.level === 'ok' || polling ? <GearBadge status={record.status} /> : null}
            <HealthBadge health={record.health} />
          </>
        }
        actions={
          <>
            <Button busy={polling} onClick={() => void actions.poll(gear)}>
              {t('commands.poll')}
            </Button>
            <Button onClick={() => actions.ask({ ...gear, command: 'edit' })}>{t('commands.edit')}</Button>
          </>
        }
        entries={actions.entries(gear)}
        below={
          <PlacePath location={record.location} rack={record.rack} unit={record.unit} face={record.face}>
            <span className="num">
              {t(gear.kind === 'switch' ? 'portsInUse' : 'outletsInUse', {
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
      <PageTabs label={t('tabs.label')} tabs={tabs} />
      <HealthBanner
        entity={gear.kind}
        id={record.id}
        health={record.health}
        without={['drift']}
        className="mx-6 mt-3 phone:mx-4"
      />
      {above ? <div className="border-b border-line pb-3">{above}</div> : null}
      <WithSidePanel
        label={picked?.label ?? t('side.device')}
        side={picked?.panel ?? <GearSide gear={record} more={more} />}
      >
        {children}
      </WithSidePanel>
      {actions.dialogs}
    </>
  )
}
