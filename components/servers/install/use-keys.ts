'use client'
import { useQueries } from '@tanstack/react-query'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'

/** A key that the panel knows. @property of whose it is, null for one's own */
export type OfferedKey = { id: number; name: string; key: string; of: string | null }

/** Keys that may go into a system: of the owner of the server, and one's own. */
export function useKeys(server: Pick<Server, 'owner' | 'owner_email'>): readonly OfferedKey[] {
  const trpc = useTRPC()
  const { account_id, isAdmin } = useMe()
  const others = isAdmin && server.owner !== null && server.owner !== account_id ? [server.owner] : []
  const whose = [...others, account_id]
  const queries = useQueries({
    queries: whose.map((user) =>
      trpc.auth.sshkey.list.queryOptions({
        params: { user_id: String(user) },
        query: { orderby: 'name', limit: '0,64' },
      }),
    ),
  })
  const found = queries.flatMap(({ data }, at) =>
    (data?.list ?? []).map(({ id, name, ssh_pub_key }) => ({
      ...{ id, name, key: ssh_pub_key },
      of: whose[at] === account_id ? null : (server.owner_email ?? String(server.owner)),
    })),
  )
  // The same key of two people is one key of the system.
  return found.filter((one, at) => found.findIndex(({ key }) => key === one.key) === at)
}
