'use client'
import { useTranslations } from 'use-intl'
import type { AddressGroup } from '../../server/domain/address-group/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useAddressGroupColumns, useAddressGroupFilters } from './columns.tsx'
import { useAddressGroupActions } from './use-address-group-actions.tsx'

const byName = { field: 'name', desc: false }

/** Groups of addresses that packet rules of VMs name. */
export function AddressGroupsPage() {
  const t = useTranslations('addressGroups')
  const trpc = useTRPC()
  const actions = useAddressGroupActions()
  return (
    <ResourceList<AddressGroup>
      id="address-groups"
      words="addressGroups"
      csv="vm/address_group"
      list={trpc.vm.addressGroup.list}
      sort={byName}
      filters={useAddressGroupFilters()}
      columns={useAddressGroupColumns()}
      actions={actions}
      phone={(group) => ({ detail: t('count', { count: group.members_count }) })}
      create={actions.createButton()}
    />
  )
}
