'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice, RackDiagram } from '../../../server/domain/rack/diagram.ts'
import { apiFault } from '../../api/fault.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { type Held, sameDevice } from '../diagram/ghost.ts'
import { moving } from './moving.ts'

/** Puts a moved device down: shown at once, taken back with the server's words when it refuses. */
export function usePut() {
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const t = useTranslations('racks.move')
  return useCallback(
    async (device: DrawnDevice, from: number, to: number, held: Held): Promise<boolean> => {
      const keyOf = (rack_id: number) => trpc.dci.rack.devices.queryOptions({ params: { rack_id } }).queryKey
      const before = [...new Set([from, to])].map((id) => [keyOf(id), queries.getQueryData(keyOf(id))] as const)
      const edit = (id: number, change: (list: DrawnDevice[]) => DrawnDevice[]) =>
        queries.setQueryData(keyOf(id), (old: RackDiagram | undefined) => old && { ...old, list: change(old.list) })
      await Promise.all(before.map(([queryKey]) => queries.cancelQueries({ queryKey })))
      edit(from, (list) => list.filter((one) => !sameDevice(one, device)))
      edit(to, (list) => [...list, { ...device, ...held }])
      moving.change({ sending: true, refusal: null })
      try {
        await send(dci.placement, device, { rack: to, ...held })
        moving.drop()
        return true
      } catch (thrown) {
        for (const [key, data] of before) queries.setQueryData(key, data)
        // After an error the rack may differ from the drawn one.
        void queries.invalidateQueries(trpc.dci.rack.pathFilter())
        // A move that is taken back has nothing in the hand that could say so.
        if (!moving.now()) faultToast(t('notMoved', { name: device.name }))(thrown)
        moving.change({ sending: false, refusal: apiFault(thrown).msg, by: 'keys' })
        return false
      }
    },
    [trpc, dci, queries, t],
  )
}

type Placement = ReturnType<typeof useTRPCClient>['dci']['placement']
type Body = Parameters<Placement['server']['mutate']>[0]['body']

function send(
  placement: Placement,
  { kind, id, width, face }: DrawnDevice,
  all: Required<Pick<Body, 'rack' | 'unit'>> & Body,
) {
  const { half, ...rest } = all
  // Unchanged fields are left out: the server keeps them.
  const { face: to, ...plain } = { ...rest, ...(width === 'half' && half !== undefined && { half }) }
  const body = { ...plain, ...(to !== undefined && to !== face && { face: to }) }
  if (kind === 'server') return placement.server.mutate({ params: { server_id: id }, body })
  if (kind === 'chassis') return placement.chassis.mutate({ params: { chassis_id: id }, body })
  if (kind === 'switch') return placement.switch.mutate({ params: { switch_id: id }, body })
  return placement.pdu.mutate({ params: { pdu_id: id }, body })
}
