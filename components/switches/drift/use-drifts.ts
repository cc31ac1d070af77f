'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Drift } from '../../../server/domain/switch/drift.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { settled } from '../../api/settled.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'

export const driftKey = (one: Drift) =>
  `${one.port_id} ${one.kind} ${one.found.mac ?? ''} ${one.found.server?.id ?? ''} ${one.found.system_name ?? ''}`

/** Where the panel and a switch disagree, what it suggests, and what can be done about each. */
export function useDrifts(switch_id: number) {
  const t = useTranslations('device.drift')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const _queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const params = { switch_id }
  const drifts = useQuery(trpc.dci.switch.drift.queryOptions({ params }))
  const suggestions = useQuery(trpc.dci.switch.suggestion.queryOptions({ params }))
  const list = drifts.data?.list
  const ports = useMemo(() => new Set(list?.map(({ port_id }) => port_id)), [list])
  const settle = useCallback(
    async (key: string, call: () => Promise<unknown>) => {
      setBusy(key)
      try {
        await call()
        await settled()
      } catch (fault) {
        faultToast(t('notSettled'))(fault)
      } finally {
        setBusy(null)
      }
    },
    [t],
  )
  return {
    /** Nothing is known yet, which is not agreement. */
    pending: drifts.isPending || suggestions.isPending,
    list: list ?? [],
    suggestions: suggestions.data?.list ?? [],
    /** Ports that differ. */
    ports: ports as ReadonlySet<number>,
    /** Key of what is just being settled. */
    busy,
    accept: (one: Drift) =>
      settle(driftKey(one), () =>
        dci.switch.accept.mutate({
          params: { switch_id, port_id: one.port_id },
          body: {
            kind: one.kind,
            ...(one.found.mac !== undefined && one.kind === 'mac' && { mac: one.found.mac }),
            ...(one.found.server && one.kind === 'neighbour' && { server_id: one.found.server.id }),
          },
        }),
      ),
    enforce: (one: Drift) =>
      settle(driftKey(one), () =>
        dci.switch.enforce.mutate({ params: { switch_id, port_id: one.port_id }, body: { kind: one.kind } }),
      ),
    connect: ({ switch_port_id, server_id }: { switch_port_id: number; server_id: number }) =>
      settle(`link ${switch_port_id} ${server_id}`, () =>
        dci.switch.connection.create.mutate({ body: { server_id, switch_port_id } }),
      ),
  }
}
export type Drifts = ReturnType<typeof useDrifts>
