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
import { type ListOf, ResourceList } from '../resource/resource-list.tsx'
import type { Column } from '../table/columns.ts'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'
import { CreateButton } from '../ui/create-button.tsx'
import { faultOf, useGearColumns, useGearFilters } from './gear-columns.tsx'
import { gearFields } from './gear-fields.ts'
import type { GearCreate } from './gear-form.tsx'
import { GearState, type GearStatus } from './gear-state.tsx'
import { useAskedPlace } from './use-asked-place.ts'
import { type Gear, useGearActions } from './use-gear-actions.tsx'

const GearForm = lazy(async () => ({ default: (await import('./gear-form.tsx')).GearForm }))

/** The list of all switches or of all PDUs, and the form of a new one that its address opens. */
export function GearList<Row extends Switch | Pdu>(props: {
  kind: Gear['kind']
  list: ListOf<Row>
  statuses: readonly GearStatus[]
  /** Columns that the other kind does not have. */
  own?: readonly Column<Row>[]
  toGear: (row: Row) => Gear
  /** Adds one and answers its id; null when nothing was sent. */
  create: (body: GearCreate) => Promise<number | null>
}) {
  const { kind, list, statuses, own, toGear, create } = props
  const t = useTranslations('gear')
  const said = useSaid()
  const router = useRouter()
  const actions = useGearActions()
  const { asked, wanted, close } = useAskedPlace()
  // Its page takes the place of the form, which must not go back to the list first.
  const created = useRef<number | null>(null)
  const page = kind === 'switch' ? paths.switch : paths.pdu
  const rowHref = useCallback((row: Row) => page(row.id), [page])
  const columns = useGearColumns<Row>(gearFields[kind], rowHref, own)
  const plainBulk = usePlainBulk()
  const bulk = [
    plainBulk<Row>({
      id: 'poll',
      label: t('commands.poll'),
      icon: <RefreshCw />,
      href: rowHref,
      each: async (row) => (await actions.askPoll(toGear(row))).task,
    }),
  ]
  const entries = useCallback((row: Row) => actions.entries(toGear(row)), [actions.entries, toGear])
  return (
    <ResourceList<Row>
      id={kind === 'switch' ? 'switches' : 'pdus'}
      words={`gear.lists.${kind}`}
      csv={`dci/${kind}`}
      imports={kind}
      list={list}
      views="health"
      filters={useGearFilters(gearFields[kind], statuses)}
      columns={columns}
      rowHref={rowHref}
      actions={{ entries, dialogs: actions.dialogs }}
      bulk={bulk}
      phone={(row) => ({
        detail: said(faultOf(row) ?? '') || [row.ip, row.location.name, row.rack.name].join(', '),
        state: row.health.level === 'ok' ? <GearState status={row.status} /> : <HealthMark health={row.health} named />,
      })}
      create={
        <CreateButton href={kind === 'switch' ? paths.newSwitch() : paths.newPdu()}>{t(`create.${kind}`)}</CreateButton>
      }
    >
      {wanted && asked ? (
        <Suspense>
          <GearForm
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
