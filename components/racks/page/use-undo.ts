'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/floating/toast.tsx'
import { spotOf } from '../diagram/ghost.ts'
import { useRackLabels } from '../labels.ts'
import type { Moving } from './moving.ts'
import type { usePut } from './use-put.ts'

/** Says what was moved where, with the way back. */
export function useUndo(put: ReturnType<typeof usePut>) {
  const t = useTranslations('racks.move')
  const words = useRackLabels()
  return useCallback(
    ({ device, held, from }: Moving, to: { id: number; name: string }) => {
      const { unit, face, half } = spotOf(device)
      toast({
        kind: 'ok',
        title: t('moved', {
          name: device.name,
          where: words.units({ unit: held.unit, size: device.size }),
          rack: to.name,
        }),
        action: {
          label: t('undo'),
          onSelect: () => void put({ ...device, ...held }, to.id, from.id, { unit, face, half }),
        },
      })
    },
    [put, t, words],
  )
}
