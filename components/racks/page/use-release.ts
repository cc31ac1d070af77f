'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { toast } from '../../ui/toast.tsx'

/** Gives reserved units free, at once: it is undone by reserving them again. */
export function useRelease(rack_id: number, onDone: () => void) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const trpc = useTRPC()
  const queries = useQueryClient()
  return async (device: DrawnDevice) => {
    try {
      await dci.rack.release.mutate({ params: { rack_id, reservation_id: device.id } })
      onDone()
      await queries.invalidateQueries(trpc.dci.rack.pathFilter())
    } catch (thrown) {
      toast({ kind: 'fault', title: t('releaseFailed'), detail: apiFault(thrown).msg })
    }
  }
}
