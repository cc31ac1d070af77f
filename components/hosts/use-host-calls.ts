'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Host } from '../../server/domain/host/record.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { type HostCommand, movingOf } from './host-rules.ts'

type Patch = Partial<Pick<Host, 'action' | 'disabled' | 'state' | 'is_protected' | 'name' | 'comment'>>

/** Power and deletion: what needs nothing but the machine. */
export type SimpleCommand = 'start' | 'stop' | 'restart' | 'reset' | 'powerOff' | 'delete'

/**
 * Calls on machines. What a call changes shows at once in every list and page that is open; should the server refuse, they
 * are read anew and the refusal is thrown on.
 */
export function useHostCalls() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queries = useQueryClient()
  return useMemo(() => {
    const patch = (id: number, change: Patch) => {
      queries.setQueriesData<{ list: Host[]; size: number; last_notify: number }>(
        trpc.vm.host.list.pathFilter(),
        (old) =>
          old?.list.some((row) => row.id === id)
            ? { ...old, list: old.list.map((row) => (row.id === id ? { ...row, ...change } : row)) }
            : old,
      )
      queries.setQueriesData<Host>(trpc.vm.host.get.queryFilter({ params: { host_id: id } }), (old) =>
        old ? { ...old, ...change } : old,
      )
    }
    const readAnew = () => queries.invalidateQueries(trpc.vm.host.pathFilter())
    const attempt = async <T>(id: number, change: Patch, call: () => Promise<T>): Promise<T> => {
      patch(id, change)
      try {
        return await call()
      } catch (fault) {
        void readAnew()
        throw fault
      }
    }
    const moving = (command: HostCommand): Patch => ({ action: movingOf[command] ?? null, disabled: true })
    const { host } = client.vm
    return {
      /** Answers the number of the task. */
      simple(command: SimpleCommand, row: Pick<Host, 'id' | 'state'>): Promise<number> {
        const params = { host_id: row.id }
        const call = {
          start: () => host.start.mutate({ params }),
          stop: () => host.stop.mutate({ params, body: {} }),
          restart: () => host.restart.mutate({ params, body: {} }),
          reset: () => host.restart.mutate({ params, body: { force: true } }),
          powerOff: () => host.stop.mutate({ params, body: { force: true } }),
          delete: () =>
            host.delete.mutate({ params, ...(row.state === 'unknown' && { query: { force: 'true' as const } }) }),
        }[command]
        const change = { ...moving(command), ...(command === 'delete' && { state: 'deleting' }) }
        return attempt(row.id, change, async () => (await call()).task)
      },
      protect: (id: number, is_protected: boolean) =>
        attempt(id, { is_protected }, () => host.edit.mutate({ params: { host_id: id }, body: { is_protected } })),
      edit: (row: Host, body: { name?: string; comment?: string; is_protected?: boolean }) =>
        attempt(row.id, body, () => host.edit.mutate({ params: { host_id: row.id }, body, if_match: row.version })),
      password: (id: number, password: string) =>
        attempt(id, moving('password'), () => host.password.mutate({ params: { host_id: id }, body: { password } })),
      vncPassword: (id: number, password: string) =>
        attempt(id, moving('vncPassword'), () =>
          host.changeVncPassword.mutate({ params: { host_id: id }, body: { password } }),
        ),
      owner: (id: number, account: number) =>
        attempt(id, moving('owner'), () => host.account.mutate({ params: { host_id: id }, body: { account } })),
    }
  }, [trpc, client, queries])
}

export type HostCalls = ReturnType<typeof useHostCalls>
