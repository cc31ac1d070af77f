'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type Pdu, pduStatuses } from '../../server/domain/pdu/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { plainColumn } from '../datacenter/cells.tsx'
import { ListScreen } from '../datacenter/list-screen.tsx'
import { faultOf, useGearColumns, useGearFilters } from '../gear/gear-columns.tsx'
import { pduPart } from '../gear/gear-dialogs.tsx'
import { GearForm } from '../gear/gear-form.tsx'
import { GearState } from '../gear/gear-state.tsx'
import { useAskedPlace } from '../gear/use-asked-place.ts'
import { useGearActions } from '../gear/use-gear-actions.tsx'
import { paths } from '../paths.ts'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (row: Pdu) => paths.pdu(row.id)

/** All PDUs of the installation. */
export function PdusPage() {
  const t = useTranslations('gear')
  const format = useFormatter()
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const table = useTableState({ id: 'pdus', fields: useGearFilters(pduStatuses), defaultSort: byName })
  const query = useQuery(trpc.dci.pdu.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const actions = useGearActions()
  const { asked, wanted, close } = useAskedPlace()
  // Its page takes the place of the form, which must not go back to the list first.
  const created = useRef<number | null>(null)
  const own = useMemo(
    () => [
      plainColumn<Pdu>(
        'load_watt',
        t('fields.load_watt'),
        80,
        (row) => row.load_watt !== null && t('watt', { watt: format.number(row.load_watt) }),
        { right: true },
      ),
    ],
    [t, format],
  )
  const columns = useGearColumns<Pdu>(rowHref, own)
  const entries = useCallback((record: Pdu) => actions.entries({ kind: 'pdu', record }), [actions.entries])
  const toPhone = useCallback(
    (row: Pdu) => ({
      name: row.name,
      detail: faultOf(row) ?? [row.ip, row.location.name, row.rack.name].join(', '),
      state: <GearState status={row.status} />,
      href: rowHref(row),
    }),
    [],
  )
  return (
    <ListScreen<Pdu>
      title={t('title.pdu')}
      csv="dci/pdu"
      importKind="pdu"
      table={table}
      query={query}
      columns={columns}
      rowHref={rowHref}
      rowMenu={entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none.pdu'), hint: t('noneHint.pdu') }}
      create={
        <Button kind="primary" asChild icon={<Plus />}>
          <Link href={paths.newPdu()}>{t('create.pdu')}</Link>
        </Button>
      }
    >
      {actions.dialogs}
      {wanted && asked ? (
        <GearForm
          kind="pdu"
          asked={asked}
          onClose={() => (created.current === null ? close() : router.push(paths.pdu(created.current)))}
          send={async (body, made) => {
            const { id } = await dci.pdu.create.mutate({ body: { ...pduPart(body), ...made } })
            created.current = id
          }}
        />
      ) : null}
    </ListScreen>
  )
}
