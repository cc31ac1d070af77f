'use client'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'

/** Gives reserved units free, at once: it is undone by reserving them again. */
export function useRelease(rack_id: number, onDone: () => void) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  return async (device: DrawnDevice) => {
    try {
      await dci.rack.release.mutate({ params: { rack_id, reservation_id: device.id } })
      onDone()
    } catch (thrown) {
      faultToast(t('releaseFailed'))(thrown)
    }
  }
}
