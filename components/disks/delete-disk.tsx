'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { BackupsAtDeletion, useBackupFate } from '../backups/at-deletion.tsx'
import { DeleteObject } from '../form/delete-object.tsx'

/** Deletion of a disk without a VM: what is lost, and what becomes of its backups. */
export default function DeleteDisk({ disk, onClose }: { disk: Disk; onClose: () => void }) {
  const t = useTranslations('disks')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const params = { disk_id: disk.id }
  const { data } = useQuery(trpc.vm.disk.deletion.queryOptions({ params }, { staleTime: 0 }))
  const [fate, setFate] = useBackupFate()
  return (
    <DeleteObject
      name={disk.name}
      lost={t('lost')}
      action={t('delete')}
      run={() => vm.disk.delete.mutate({ params, query: { backups: fate } })}
      onClose={onClose}
    >
      <BackupsAtDeletion of="disk" info={data} fate={fate} onFate={setFate} />
    </DeleteObject>
  )
}
