'use client'
import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import type { NavWork } from './nav.ts'

/** Only the size of a list, none of its rows. */
const unaccepted = { query: { where: 'is_new EQ true', limit: '0' } }
const found = { query: { where: "state EQ 'waiting'", limit: '0' } }
const none = { query: { limit: 0 } }

/** What is wrong and what waits to be done: one request together. */
export function useWork(): { nav: NavWork; faults: number; warnings: number } {
  const t = useTranslations('shell')
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const [problems, servers, machines] = useQueries({
    queries: [
      trpc.vm.problem.list.queryOptions(none),
      trpc.dci.server.list.queryOptions(unaccepted, { enabled: isAdmin }),
      trpc.dci.machine.list.queryOptions(found, { enabled: isAdmin }),
    ],
  })
  const faults = problems.data?.faults ?? 0
  const count = (servers.data?.size ?? 0) + (machines.data?.size ?? 0)
  return {
    nav: { problems: faults, work: { servers: count > 0 ? t('newServers', { count }) : undefined } },
    faults,
    warnings: problems.data?.warnings ?? 0,
  }
}
