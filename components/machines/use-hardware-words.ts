'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Machine } from '../../server/domain/machine/schema.ts'
import { useSizes } from '../ui/display/use-sizes.ts'

const MIB = 1024 * 1024

/** "2 x Xeon Gold 6338, 512 GiB, 8 disks, 13.97 TiB"; how often it asked when it never reported. */
export function useHardwareWords(): (machine: Pick<Machine, 'hardware' | 'asked'>) => string {
  const t = useTranslations('machines')
  const size = useSizes()
  return useCallback(
    ({ hardware, asked }) =>
      hardware === null
        ? t('neverBooted', { count: asked })
        : t('hardware', {
            cpus: hardware.cpus,
            cpu: hardware.cpu,
            ram: size(hardware.memory_mib),
            disks: hardware.disks,
            size: size(hardware.disk_bytes / MIB),
          }),
    [t, size],
  )
}
