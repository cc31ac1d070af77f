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
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
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
  const plain = useColumn('controllers')
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
        plain('status', 160, (row) => <ControllerState controller={row} />),
        plain('power_status', 90, (row) => <PowerState server={{ ...row, power_action: null }} />),
        health,
        plain(
          'sensor_health',
          140,
          (row) => row.status !== 'fail' && <HealthState health={row.sensor_health} detail={row.sensor_health_info} />,
          { extra: true },
        ),
        plain(
          'temperature',
          80,
          (row) => row.status !== 'fail' && row.temperature !== null && t('celsius', { value: row.temperature }),
          { right: true },
        ),
        plain('ip', 170, addressOf, { mono: true }),
        plain('type', 80, (row) => controllerKinds[row.type].label, { quiet: true }),
        plain('model', 195, (row) => `${row.vendor} ${row.model}`.trim(), { quiet: true }),
        plain(
          'last_success_update',
          120,
          (row) => (row.last_success_update ? <RelativeTime at={row.last_success_update} /> : quiet),
          { quiet: true },
        ),
      ]),
    [t, health, complete, plain],
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
        enumFilter('status', t('fields.status'), ipmiStatuses, (value) => states(value)),
        enumFilter('sensor_health', t('fields.sensor_health'), sensorHealths, (value) => t(`health.${value}`)),
        enumFilter('power_status', t('fields.power_status'), powerStatuses, (value) => power(value)),
        enumFilter('type', t('fields.type'), ipmiTypes, (value) => controllerKinds[value].label),
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
