'use client'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { controllerKinds } from '../../server/domain/ipmi/kinds.ts'
import type { Ipmi } from '../../server/domain/ipmi/schema.ts'
import type { Sensor } from '../../server/domain/ipmi/sensor.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { apiFault } from '../api/fault.ts'
import { useMe } from '../api/me.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { HealthState as ObjectHealth } from '../health/health-state.tsx'
import { useSaid } from '../i18n/said.tsx'
import { PowerState } from '../power/power-state.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { EventLog } from './event-log.tsx'
import { ControllerState, HealthState } from './health.tsx'
import { Inventory } from './inventory.tsx'
import { SensorGraph } from './sensor-graph.tsx'
import { SensorTable } from './sensor-table.tsx'
import { type ControllerActions, useControllerActions } from './use-controller-actions.tsx'
import { useSensors } from './use-sensors.ts'

/** The controller of a server: identity, readings, log, hardware of the server. */
export default function ServerController({ server }: { server: Server }) {
  const t = useTranslations('controllers')
  const { isAdmin } = useMe()
  const actions = useControllerActions()
  return (
    <>
      {server.ipmi ? (
        <Known server={server} actions={actions} />
      ) : (
        <div className="px-6 phone:px-4">
          <EmptyState
            title={t('none')}
            actions={
              isAdmin ? (
                <Button
                  kind="primary"
                  icon={<Plus />}
                  onClick={() => actions.ask({ command: 'add', server: { id: server.id, name: server.name } })}
                >
                  {t('form.add')}
                </Button>
              ) : undefined
            }
          >
            {isAdmin ? t('noneHint') : t('noneForUsers')}
          </EmptyState>
        </div>
      )}
      {actions.dialogs}
    </>
  )
}

type Of = { server: Server; actions: ControllerActions }

function Known({ server, actions }: Of) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.ipmi.ofServer.queryOptions({ params: { server_id: server.id } }))
  return (
    <ObjectGate query={query}>
      {(controller) => <Whole controller={controller} server={server} actions={actions} />}
    </ObjectGate>
  )
}

function Whole({ controller, server, actions }: Of & { controller: Ipmi }) {
  const t = useTranslations('controllers')
  const { isAdmin } = useMe()
  const { ask } = actions
  const sensors = useSensors(controller.id)
  return (
    <WithSidePanel
      label={t('facts')}
      side={
        <>
          <Side server={server} controller={controller} actions={actions} />
          <Inventory ipmi_id={controller.id} server={server} ask={ask} />
        </>
      }
    >
      <Alarm controller={controller} ask={ask} />
      <Sensors controller={controller} />
      {/* Not before what stands above it has its height. */}
      {sensors.isPending ? null : (
        <EventLog ipmi_id={controller.id} onClear={isAdmin ? () => ask({ command: 'clear', controller }) : null} />
      )}
    </WithSidePanel>
  )
}

/** Why it cannot be read; a changed identity is shown prominently. */
function Alarm({ controller, ask }: { controller: Ipmi; ask: ControllerActions['ask'] }) {
  const t = useTranslations('controllers')
  const said = useSaid()
  const { isAdmin } = useMe()
  if (controller.status !== 'fail') return null
  const { fault, identity_changed } = controller.status_info
  if (!identity_changed)
    return (
      <Notice kind="fault" title={t('silent')} className="mb-3">
        <span className="break-words">{fault ? said(fault) : t('silentHint')}</span>
      </Notice>
    )
  return (
    <Notice
      kind="fault"
      title={t('changed')}
      className="mb-3"
      actions={
        isAdmin ? (
          <Button size="sm" kind="destroy" onClick={() => ask({ command: 'trust', controller })}>
            {t('commands.trust')}
          </Button>
        ) : undefined
      }
    >
      <span className="block break-words">{t('changedHint')}</span>
      {fault ? <span className="mt-1 block break-words text-fg-3">{said(fault)}</span> : null}
    </Notice>
  )
}

const badness = ['critical', 'warning', 'ok', 'unknown']
/** The worst, so that the graph shows what there is to see. */
const worstOf = (sensors: readonly Sensor[]) =>
  badness.map((health) => sensors.find(({ status, value }) => status === health && value !== null)).find(Boolean)

function Sensors({ controller }: { controller: Ipmi }) {
  const t = useTranslations('controllers')
  const [asked, pick] = useQueryState('sensor', parseAsInteger)
  const query = useSensors(controller.id)
  const sensors = query.data?.list ?? []
  const picked = sensors.find(({ id }) => id === asked) ?? worstOf(sensors) ?? null
  const said = useSaid()
  const { label, capabilities } = controllerKinds[controller.type]
  const { read_at, fault } = query.data ?? { read_at: null, fault: null }
  return (
    <Section
      title={t('sensors.title')}
      {...(sensors.length > 0 && { count: sensors.length })}
      action={
        read_at ? (
          <span className="text-fg-3">
            {t('sensors.read')} <RelativeTime at={read_at} />
          </span>
        ) : undefined
      }
    >
      {fault === null ? null : (
        <Notice kind="warn" title={t('sensors.partly')} className="mb-2">
          <span className="break-words">{said(fault) || t('sensors.partlyHint')}</span>
        </Notice>
      )}
      {query.isPending ? (
        <SkeletonRows rows={6} label={t('sensors.title')} />
      ) : query.error && sensors.length === 0 ? (
        <ErrorState
          title={t('sensors.unreadTitle')}
          cause={apiFault(query.error).msg}
          onRetry={() => void query.refetch()}
        />
      ) : sensors.length === 0 ? (
        <EmptyState title={t('sensors.none')}>
          {capabilities.sensors ? t('sensors.noneHint') : t('sensors.noneOfKind', { kind: label })}
        </EmptyState>
      ) : (
        <>
          {picked && typeof picked.value === 'number' ? <SensorGraph ipmi_id={controller.id} sensor={picked} /> : null}
          <SensorTable sensors={sensors} picked={picked?.id ?? null} onPick={(id) => void pick(id)} />
        </>
      )}
    </Section>
  )
}

function Side({ server, controller, actions }: Of & { controller: Ipmi }) {
  const t = useTranslations('controllers')
  const { isAdmin } = useMe()
  const polling = useTaskOf()('ipmi', controller.id) !== undefined
  const { type, ip, port, username, mac, identity, vendor, model, last_success_update, temperature } = controller
  // The health of a server that cannot be read is unknown.
  const answers = controller.status !== 'fail'
  const place = port === null || port === undefined ? ip : `${ip}:${port}`
  return (
    <SidePanelSection
      title={t('one')}
      action={
        isAdmin ? (
          <span className="flex items-center gap-1">
            <Button size="sm" busy={polling} onClick={() => actions.poll(controller)}>
              {t('commands.poll')}
            </Button>
            <Menu
              label={t('commands.more')}
              entries={actions.entries(controller)}
              trigger={
                <IconButton size="sm" label={t('commands.more')}>
                  <MoreIcon />
                </IconButton>
              }
            />
          </span>
        ) : undefined
      }
    >
      <Facts
        facts={[
          { term: t('fields.status'), value: <ControllerState controller={controller} bare /> },
          { term: t('fields.power_status'), value: <PowerState server={{ ...controller, power_action: null }} /> },
          { term: t('fields.health'), value: <ObjectHealth health={server.health} /> },
          answers && {
            term: t('fields.sensor_health'),
            value: <HealthState health={controller.sensor_health} detail={controller.sensor_health_info} />,
          },
          answers &&
            temperature !== null && { term: t('fields.temperature'), value: t('celsius', { value: temperature }) },
          { term: t('fields.type'), value: controllerKinds[type].label },
          place !== undefined && { term: t('fields.ip'), value: <Copyable text={place} /> },
          username !== undefined && { term: t('fields.username'), value: username },
          mac !== undefined && mac !== '' && { term: t('fields.mac'), value: <Copyable text={mac} /> },
          vendor + model !== '' && { term: t('fields.model'), value: `${vendor} ${model}`.trim() },
          identity !== undefined &&
            identity !== null && {
              term: t('fields.identity'),
              value: <span className="mono text-12 break-all">{identity}</span>,
            },
          last_success_update !== '' && {
            term: t('fields.last_success_update'),
            value: <RelativeTime at={last_success_update} />,
          },
        ]}
      />
    </SidePanelSection>
  )
}
