'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import type { VlanAsking } from './use-vlan-actions.tsx'
import { VlanForm } from './vlan-form.tsx'

/** What a command on VLANs asks before it is done. Loaded with the first of them. */
export default function VlanDialogs({ asked, onClose }: { asked: VlanAsking; onClose: () => void }) {
  const t = useTranslations('vlans')
  const { dci } = useTRPCClient()
  if (asked.command === 'create') return <VlanForm onClose={onClose} />
  const { vlan } = asked
  if (asked.command === 'edit') return <VlanForm vlan={vlan} onClose={onClose} />
  return (
    <DeleteObject
      name={vlan.name}
      lost={t('lost')}
      action={t('delete')}
      page={paths.vlan(vlan.location_id, vlan.id)}
      list={paths.vlans()}
      run={() => dci.vlan.delete.mutate({ params: { location_id: vlan.location_id, vlan_id: vlan.id } })}
      onClose={onClose}
    />
  )
}
