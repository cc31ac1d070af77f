'use client'
import type { Host } from '../../../server/domain/host/record.ts'
import { DiskTable } from './disk-table.tsx'

/** The tab with the disks. */
export function HostDisks({ host }: { host: Host }) {
  return (
    <div className="px-6 py-3 phone:px-4">
      <DiskTable host={host} />
    </div>
  )
}
