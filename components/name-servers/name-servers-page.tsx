'use client'
import type { NameServer } from '../../server/domain/name-server/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useNameServerColumns, useNameServerFilters } from './columns.tsx'
import { NameServerState } from './name-server-state.tsx'
import { useNameServerActions } from './use-name-server-actions.tsx'

const byName = { field: 'name', desc: false }

/** The name servers that reverse records are written to. */
export function NameServersPage() {
  const trpc = useTRPC()
  const actions = useNameServerActions()
  return (
    <ResourceList<NameServer>
      id="name-servers"
      words="nameServers"
      csv="ip/name_server"
      list={trpc.ip.nameServer.list}
      sort={byName}
      filters={useNameServerFilters()}
      columns={useNameServerColumns()}
      actions={actions}
      phone={(server) => ({ detail: server.address, state: <NameServerState server={server} /> })}
      create={actions.createButton()}
    />
  )
}
