'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import { EditChassis } from './edit-chassis.tsx'
import type { ChassisAsking } from './use-chassis-actions.tsx'

/** What a command on chassis asks before it is done. Loaded with the first of them. */
export default function ChassisDialogs({ asked, onClose }: { asked: ChassisAsking; onClose: () => void }) {
  const t = useTranslations('chassis')
  const { dci } = useTRPCClient()
  const { chassis } = asked
  if (asked.command === 'edit') return <EditChassis chassis={chassis} onClose={onClose} />
  return (
    <DeleteObject
      name={chassis.name}
      lost={t('lost')}
      action={t('delete')}
      page={paths.chassis(chassis.id)}
      list={paths.allChassis()}
      run={() => dci.chassis.delete.mutate({ params: { chassis_id: chassis.id } })}
      onClose={onClose}
    />
  )
}
