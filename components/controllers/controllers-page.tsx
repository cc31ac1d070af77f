'use client'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ipmiFields } from '../../server/domain/ipmi/fields.ts'
import { controllerKinds, ipmiTypes } from '../../server/domain/ipmi/kinds.ts'
import type { Ipmi } from '../../server/domain/ipmi/schema.ts'
import { ipmiStatuses, sensorHealths } from '../../server/domain/ipmi/states.ts'
import { powerStatuses } from '../../server/domain/server/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useHealthColumn, useHealthFilter } from '../health/health-column.tsx'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { PowerState } from '../power/power-state.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ControllerState, HealthState } from './health.tsx'
import { useControllerActions } from './use-controller-actions.tsx'

const byServer = { field: 'server_name', desc: false }
const rowHref = (row: Ipmi) => paths.server(row.server, 'controller')
const rowName = (row: Ipmi) => row.server_name
const addressOf = ({ ip, port }: Ipmi) => (port === null ? ip : `${ip}:${port}`)

/** The management controllers of all servers. */
export function ControllersPage() {
  const t = useTranslations('controllers')
  const trpc = useTRPC()
  const said = useSaid()
  const { dci } = useTRPCClient()
  const plainBulk = usePlainBulk()
  const bulk = [
    plainBulk<Ipmi>({
      id: 'poll',
      label: t('commands.poll'),
      icon: <RefreshCw />,
      href: rowHref,
      name: rowName,
      each: async ({ id }) => (await dci.ipmi.poll.mutate({ params: { ipmi_id: id }, body: {} })).task,
    }),
  ]
  return (
    <ResourceList<Ipmi>
      id="controllers"
      words="controllers"
      csv="dci/ipmi"
      list={trpc.dci.ipmi.list}
      views="health"
      sort={byServer}
      filters={useControllerFilters()}
      columns={useControllerColumns()}
      rowName={rowName}
      rowHref={rowHref}
      actions={useControllerActions()}
      bulk={bulk}
      phone={(row) => ({
        detail:
          said(row.status_info.fault ?? '') ||
          row.sensor_health_info ||
          [addressOf(row), row.model].filter(Boolean).join(', '),
        state: <ControllerState controller={row} bare />,
      })}
      empty={{ title: t('noneAtAll'), hint: t('noneAtAllHint') }}
      create={
        <Button asChild>
          <Link href={paths.servers()}>{t('toServers')}</Link>
        </Button>
      }
    />
  )
}

function useControllerColumns(): readonly Column<Ipmi>[] {
  const t = useTranslations('controllers')
  const health = useHealthColumn<Ipmi>()
  const { complete } = useOwnColumns<Ipmi>(ipmiFields, 'controllers')
  return useMemo(
    () =>
      complete([
        plainColumn(
          'server_name',
          t('fields.server'),
          130,
          (row) => <NameLink href={rowHref(row)}>{row.server_name}</NameLink>,
          { always: true },
        ),
        plainColumn('status', t('fields.status'), 160, (row) => <ControllerState controller={row} />),
        plainColumn('power_status', t('fields.power_status'), 90, (row) => (
          <PowerState server={{ ...row, power_action: null }} />
        )),
        health,
        plainColumn(
          'sensor_health',
          t('fields.sensor_health'),
          140,
          (row) => row.status !== 'fail' && <HealthState health={row.sensor_health} detail={row.sensor_health_info} />,
          { extra: true },
        ),
        plainColumn(
          'temperature',
          t('fields.temperature'),
          80,
          (row) => row.status !== 'fail' && row.temperature !== null && t('celsius', { value: row.temperature }),
          { right: true },
        ),
        plainColumn('ip', t('fields.ip'), 170, addressOf, { mono: true }),
        plainColumn('type', t('fields.type'), 80, (row) => controllerKinds[row.type].label, { quiet: true }),
        plainColumn('model', t('fields.model'), 195, (row) => `${row.vendor} ${row.model}`.trim(), { quiet: true }),
        plainColumn(
          'last_success_update',
          t('fields.last_success_update'),
          120,
          (row) => (row.last_success_update ? <RelativeTime at={row.last_success_update} /> : quiet),
          { quiet: true },
        ),
      ]),
    [t, health, complete],
  )
}

function useControllerFilters(): readonly FilterField[] {
  const t = useTranslations('controllers')
  const states = useTranslations('device.states')
  const power = useTranslations('servers.power')
  const { locations } = useLoaders()
  const health = useHealthFilter()
  const complete = useOwnFilters(ipmiFields, 'controllers')
  return useMemo(
    () =>
      complete([
        { name: 'server_name', label: t('fields.server'), type: 'text' },
        health,
        {
          name: 'status',
          label: t('fields.status'),
          type: 'enum',
          options: ipmiStatuses.map((value) => ({ value, label: states(value) })),
        },
        {
          name: 'sensor_health',
          label: t('fields.sensor_health'),
          type: 'enum',
          options: sensorHealths.map((value) => ({ value, label: t(`health.${value}`) })),
        },
        {
          name: 'power_status',
          label: t('fields.power_status'),
          type: 'enum',
          options: powerStatuses.map((value) => ({ value, label: power(value) })),
        },
        {
          name: 'type',
          label: t('fields.type'),
          type: 'enum',
          options: ipmiTypes.map((value) => ({ value, label: controllerKinds[value].label })),
        },
        {
          name: 'location_id',
          label: t('fields.location'),
          type: 'int',
          ...locations,
        },
        { name: 'temperature', label: t('fields.temperature'), type: 'int' },
      ]),
    [t, states, power, locations, health, complete],
  )
}
