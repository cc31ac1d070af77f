'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { chassisFields } from '../../server/domain/chassis/fields.ts'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useAskedPlace } from '../devices/use-asked-place.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { Share } from '../ui/display/share.tsx'
import { linked } from '../ui/display/text.tsx'
import { useChassisActions } from './use-chassis-actions.tsx'

const NewChassis = lazy(() => import('./new-chassis.tsx'))

const rowHref = (chassis: Chassis) => paths.chassis(chassis.id)

/** All chassis, with how full each is. */
export function AllChassisPage() {
  const t = useTranslations('chassis')
  const trpc = useTRPC()
  const actions = useChassisActions()
  const router = useRouter()
  const { asked, wanted, close } = useAskedPlace()
  return (
    <ResourceList<Chassis>
      id="chassis"
      words="chassis"
      csv="dci/chassis"
      imports="chassis"
      list={trpc.dci.chassis.list}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(chassis) => ({
        detail: t('phone', {
          rack: `${chassis.location_name}, ${chassis.rack_name}`,
          used: chassis.used,
          of: chassis.server_slot_count,
        }),
      })}
      create={<CreateButton href={paths.newChassis()}>{t('create')}</CreateButton>}
    >
      {wanted && asked ? (
        <Suspense>
          <NewChassis asked={asked} onClose={(id) => (id === null ? close() : router.push(paths.chassis(id)))} />
        </Suspense>
      ) : null}
    </ResourceList>
  )
}

function useColumns(): readonly Column<Chassis>[] {
  const t = useTranslations('chassis.fields')
  const plain = useColumn('chassis')
  const words = useTranslations('dc')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<Chassis>(chassisFields, 'chassis')
  return useMemo(
    () =>
      complete([
        plain('name', 180, (row) => <NameLink href={rowHref(row)}>{row.name}</NameLink>, { always: true }),
        plainColumn('location_name', t('location'), 110, (row) =>
          linked(paths.location(row.location_id), row.location_name),
        ),
        plainColumn('rack_name', t('rack'), 110, (row) => linked(paths.rack(row.rack), row.rack_name)),
        plain('unit', 80, (row) => words('unit', { unit: row.unit }), { right: true }),
        column('size', { extra: false }),
        column('server_slot_count', { extra: false }),
        plain('used', 110, (row) => <Share used={row.used} of={row.server_slot_count} label={t('used')} />, {
          right: true,
        }),
        plain('free', 80, (row) => format.number(row.free), { right: true }),
        column('note', { size: 240, extra: false }),
      ]),
    [t, words, format, column, complete, plain],
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('chassis.fields')
  const { racks, locations } = useLoaders()
  const complete = useOwnFilters(chassisFields, 'chassis')
  return useMemo(
    () =>
      complete([
        { name: 'rack', label: t('rack'), type: 'int', ...racks },
        { name: 'location_id', label: t('location'), type: 'int', ...locations },
        { name: 'free', label: t('free'), type: 'int' },
      ]),
    [t, complete, racks, locations],
  )
}
