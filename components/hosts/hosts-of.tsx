'use client'
import type { ReactNode } from 'react'
import { crashReason } from '../../server/domain/host/crash-cause.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { RelatedList } from '../resource/related-list.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { useHostColumns } from './columns.tsx'
import { useHostFilters } from './filters.ts'
import { addressesOf } from './host-sizes.ts'
import { HostState } from './host-state.tsx'
import { useHostActions } from './use-host-actions.tsx'

type HostsOfProps = {
  /** Names the table in what the browser remembers: `node.hosts`. */
  id: string
  /** Which VMs, in the grammar of `where`. */
  base: string
  /** Columns that would say the same in every row. */
  without: readonly string[]
  empty: ReactNode
}

/** The VMs of another object, as a tab of its page. */
export function HostsOf(props: HostsOfProps) {
  const trpc = useTRPC()
  const taskOf = useTaskOf()
  const said = useSaid()
  return (
    <RelatedList<Host>
      {...props}
      prefix="vm"
      words="hosts"
      list={trpc.vm.host.list}
      every={readEvery.load}
      filters={useHostFilters()}
      columns={useHostColumns()}
      actions={useHostActions()}
      rowHref={(host) => paths.host(host.id)}
      phone={(host) => ({
        detail: said((host.fault && crashReason(host.fault.msg)) ?? '') || (addressesOf(host)[0] ?? host.os_name ?? ''),
        state: <HostState host={host} task={taskOf('host', host.id)} bare />,
      })}
    />
  )
}
