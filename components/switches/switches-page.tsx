'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Switch } from '../../server/domain/switch/record.ts'
import { switchDevices } from '../../server/domain/switch/schema.ts'
import { switchStatuses } from '../../server/domain/switch/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { plainColumn } from '../datacenter/cells.tsx'
import { ListScreen } from '../datacenter/list-screen.tsx'
import { faultOf, useGearColumns, useGearFilters } from '../gear/gear-columns.tsx'
import { GearForm } from '../gear/gear-form.tsx'
import { GearState } from '../gear/gear-state.tsx'
import { useAskedPlace } from '../gear/use-asked-place.ts'
import { useGearActions } from '../gear/use-gear-actions.tsx'
import { paths } from '../paths.ts'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (row: Switch) => paths.switch(row.id)

/** All switches of the installation. */
export function SwitchesPage() {
  const t = useTranslations('gear')
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const table = useTableState({ id: 'switches', fields: useGearFilters(switchStatuses), defaultSort: byName })
  const query = useQuery(
    trpc.dci.switch.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const actions = useGearActions()
  const { asked, wanted, close } = useAskedPlace()
  // Its page takes the place of the form, which must not go back to the list first.
  const created = useRef<number | null>(null)
  const own = useMemo(
    () => [plainColumn<Switch>('hostname', t('fields.hostname'), 120, (row) => row.hostname, { quiet: true })],
    [t],
  )
  const columns = useGearColumns<Switch>(rowHref, own)
  const entries = useCallback((record: Switch) => actions.entries({ kind: 'switch', record }), [actions.entries])
  const toPhone = useCallback(
    (row: Switch) => ({
      name: row.name,
      detail: faultOf(row) ?? [row.ip, row.location.name, row.rack.name].join(', '),
      state: <GearState status={row.status} />,
      href: rowHref(row),
    }),
    [],
  )
  return (
    <ListScreen<Switch>
      title={t('title.switch')}
      csv="dci/switch"
      importKind="switch"
      table={table}
      query={query}
      columns={columns}
      rowHref={rowHref}
      rowMenu={entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none.switch'), hint: t('noneHint.switch') }}
      create={
        <Button kind="primary" asChild icon={<Plus />}>
          <Link href={paths.newSwitch()}>{t('create.switch')}</Link>
        </Button>
      }
    >
      {actions.dialogs}
      {wanted && asked ? (
        <GearForm
          kind="switch"
          asked={asked}
          onClose={() => (created.current === null ? close() : router.push(paths.switch(created.current)))}
          send={async (body, made) => {
            const device = switchDevices.find((name) => name === made.device)
            if (!device) return
            const { id } = await dci.switch.create.mutate({ body: { ...body, device, rack: made.rack } })
            created.current = id
          }}
        />
      ) : null}
    </ListScreen>
  )
}
