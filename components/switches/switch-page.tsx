'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsBoolean, parseAsInteger, useQueryState } from 'nuqs'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Switch, SwitchPort } from '../../server/domain/switch/record.ts'
import { apiFault } from '../api/fault.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { DevicePage } from '../devices/device-page.tsx'
import { paths } from '../paths.ts'
import { usePageTab, usePageTabs } from '../resource/object-tabs.ts'
import { ObjectTasks } from '../tasks/object-tasks.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { DriftPanel } from './drift/drift-panel.tsx'
import { DriftStrip } from './drift/drift-strip.tsx'
import { useDrifts } from './drift/use-drifts.ts'
import { FaceStrip } from './face/face-strip.tsx'
import { PortPanel } from './port-panel.tsx'
import { PortTable } from './port-table.tsx'
import { usePortActions } from './use-port-actions.tsx'
import { useRates, useSwitchPorts, useVlanNames } from './use-switch-ports.ts'

const PortTraffic = lazy(() => import('../traffic/port-traffic.tsx'))
const SwitchTraffic = lazy(() => import('../traffic/switch-traffic.tsx'))

const tabs = ['ports', 'traffic', 'history'] as const

/** One switch: its face, its ports and what is plugged into them. */
export function SwitchPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.switch.get.queryOptions({ params: { switch_id: id } }))
  return <ObjectGate query={query}>{(record) => <Page record={record} />}</ObjectGate>
}

function Page({ record }: { record: Switch }) {
  const t = useTranslations('device')
  const tab = usePageTab(tabs)
  const [pickedId, setPicked] = useQueryState('port', parseAsInteger)
  const query = useSwitchPorts(record.id)
  const ports = query.data?.list ?? []
  const rates = useRates(record.id)
  const drifts = useDrifts(record.id)
  const [showsDrift, showDrift] = useQueryState('drift', parseAsBoolean.withDefault(false))
  const vlans = useVlanNames(record.location_id)
  const actions = usePortActions(record)
  const picked = (tab === 'ports' && ports.find(({ id }) => id === pickedId)) || null
  const pick = (id: number) => void setPicked(id === pickedId ? null : id)
  return (
    <DevicePage
      device={{ kind: 'switch', record }}
      tabs={usePageTabs(tabs, (one) => paths.switch(record.id, one), { ports: record.total_port })}
      more={[
        record.hostname !== '' && { term: t('fields.hostname'), value: record.hostname },
        record.host_key !== null && { term: t('fields.host_key'), value: <Copyable text={record.host_key} /> },
      ]}
      above={
        tab === 'ports' && ports.length > 0 ? (
          <>
            <DriftStrip
              drifts={drifts}
              shown={showsDrift && !picked}
              onShow={() => {
                void setPicked(null)
                void showDrift(picked ? true : !showsDrift)
              }}
            />
            <FaceStrip
              record={record}
              ports={ports}
              rates={rates}
              differs={drifts.ports}
              picked={pickedId}
              onPick={pick}
            />
          </>
        ) : null
      }
      picked={
        picked
          ? {
              label: t('face.panel'),
              panel: (
                <Picked
                  record={record}
                  port={picked}
                  vlans={vlans}
                  actions={actions}
                  onClose={() => void setPicked(null)}
                />
              ),
            }
          : tab === 'ports' && showsDrift
            ? {
                label: t('drift.title'),
                panel: <DriftPanel switch_id={record.id} drifts={drifts} onClose={() => void showDrift(null)} />,
              }
            : null
      }
    >
      {tab === 'history' ? (
        <ObjectTasks entity="switch" id={record.id} count={100} parts="port.switch" />
      ) : query.data ? (
        tab === 'traffic' ? (
          <Suspense>
            <SwitchTraffic switch_id={record.id} ports={ports} />
          </Suspense>
        ) : ports.length > 0 ? (
          <PortTable
            ports={ports}
            rates={rates}
            differs={drifts.ports}
            vlans={vlans}
            picked={pickedId}
            onPick={pick}
            entries={actions.entries}
          />
        ) : (
          <EmptyState title={t('port.none')}>{t('port.noneHint')}</EmptyState>
        )
      ) : query.error ? (
        <ErrorState title={t('port.unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={6} label={t('port.many')} />
      )}
      {actions.dialogs}
    </DevicePage>
  )
}

function Picked(props: {
  record: Switch
  port: SwitchPort
  vlans: ReadonlyMap<number, string>
  actions: ReturnType<typeof usePortActions>
  onClose: () => void
}) {
  return (
    <PortPanel
      port={props.port}
      vlans={props.vlans}
      wanted={props.actions.wanted(props.port)}
      entries={props.actions.entries(props.port)}
      onClose={props.onClose}
    >
      <Suspense>
        <PortTraffic key={props.port.id} switch_id={props.record.id} port_id={props.port.id} />
      </Suspense>
    </PortPanel>
  )
}
