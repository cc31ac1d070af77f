'use client'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { HealthMark } from '../health/health-state.tsx'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { ListOf } from '../resource/use-list.ts'
import type { Column } from '../table/columns.ts'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { faultOf, useDeviceColumns, useDeviceFilters } from './device-columns.tsx'
import type { DeviceCreate } from './device-form.tsx'
import { DeviceState, type DeviceStatus } from './device-state.tsx'
import { useAskedPlace } from './use-asked-place.ts'
import { type Device, useDeviceActions } from './use-device-actions.tsx'

const DeviceForm = lazy(async () => ({ default: (await import('./device-form.tsx')).DeviceForm }))

/** The list of all switches or of all PDUs, and the form of a new one that its address opens. */
export function DeviceList<Row extends Switch | Pdu>(props: {
  kind: Device['kind']
  list: ListOf<Row>
  statuses: readonly DeviceStatus[]
  /** Columns that the other kind does not have. */
  own?: readonly Column<Row>[]
  toDevice: (row: Row) => Device
  /** Adds one and answers its id; null when nothing was sent. */
  create: (body: DeviceCreate) => Promise<number | null>
}) {
  const { kind, list, statuses, own, toDevice, create } = props
  const t = useTranslations('device')
  const said = useSaid()
  const router = useRouter()
  const actions = useDeviceActions()
  const { asked, wanted, close } = useAskedPlace()
  // Its page takes the place of the form, which must not go back to the list first.
  const created = useRef<number | null>(null)
  const page = kind === 'switch' ? paths.switch : paths.pdu
  const rowHref = useCallback((row: Row) => page(row.id), [page])
  const columns = useDeviceColumns<Row>(kind, rowHref, own)
  const plainBulk = usePlainBulk()
  const bulk = [
    plainBulk<Row>({
      id: 'poll',
      label: t('commands.poll'),
      icon: <RefreshCw />,
      href: rowHref,
      each: async (row) => (await actions.askPoll(toDevice(row))).task,
    }),
  ]
  const entries = useCallback((row: Row) => actions.entries(toDevice(row)), [actions.entries, toDevice])
  return (
    <ResourceList<Row>
      id={kind === 'switch' ? 'switches' : 'pdus'}
      words={`device.lists.${kind}`}
      csv={`dci/${kind}`}
      imports={kind}
      list={list}
      views="health"
      filters={useDeviceFilters(kind, statuses)}
      columns={columns}
      rowHref={rowHref}
      actions={{ entries, dialogs: actions.dialogs }}
      bulk={bulk}
      phone={(row) => ({
        detail: said(faultOf(row) ?? '') || [row.ip, row.location.name, row.rack.name].join(', '),
        state:
          row.health.level === 'ok' ? <DeviceState status={row.status} /> : <HealthMark health={row.health} named />,
      })}
      create={
        <CreateButton href={kind === 'switch' ? paths.newSwitch() : paths.newPdu()}>{t(`create.${kind}`)}</CreateButton>
      }
    >
      {wanted && asked ? (
        <Suspense>
          <DeviceForm
            kind={kind}
            asked={asked}
            onClose={() => (created.current === null ? close() : router.push(page(created.current)))}
            send={async (body) => {
              created.current = await create(body)
            }}
          />
        </Suspense>
      ) : null}
    </ResourceList>
  )
}
