'use client'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { HostActions } from '../use-host-actions.tsx'
import { DiskTable } from './disk-table.tsx'

const GrowDisk = lazy(() => import('../dialogs/grow-disk.tsx'))

/** The tab with the disks. */
export function HostDisks({ host, actions }: { host: Host; actions: HostActions }) {
  const t = useTranslations('hosts')
  const [growing, setGrowing] = useState<Disk>()
  return (
    <div className="px-6 py-3 phone:px-4">
      <DiskTable
        host={host}
        grow={(disk) => (
          <Button
            size="sm"
            aria-label={t('disks.growNamed', { name: disk.name })}
            disabledReason={actions.refused('disk', host)}
            onClick={() => setGrowing(disk)}
          >
            {t('disks.grow')}
          </Button>
        )}
      />
      {growing ? (
        <Suspense>
          <GrowDisk host={host} disk={growing} onClose={() => setGrowing(undefined)} />
        </Suspense>
      ) : null}
    </div>
  )
}
