'use client'
import { useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useVlanColumns, useVlanFilters } from './columns.tsx'
import { useVlanActions } from './use-vlan-actions.tsx'

const byNumber = { field: 'id', desc: false }
const rowHref = (vlan: Vlan) => paths.vlan(vlan.location_id, vlan.id)
const rowId = (vlan: Vlan) => `${vlan.location_id}.${vlan.id}`

/** The VLANs of all locations. */
export function VlansPage() {
  const t = useTranslations('vlans')
  const trpc = useTRPC()
  const actions = useVlanActions()
  return (
    <ResourceList<Vlan>
      id="vlans"
      words="vlans"
      csv="dci/vlan"
      imports="vlan"
      list={trpc.dci.vlan.list}
      sort={byNumber}
      filters={useVlanFilters()}
      columns={useVlanColumns()}
      rowId={rowId}
      rowHref={rowHref}
      actions={actions}
      phone={(vlan) => ({
        detail: t('phone', { id: vlan.id, location: vlan.location_name, count: vlan.members_count }),
      })}
      create={actions.createButton()}
    />
  )
}
