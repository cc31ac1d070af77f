'use client'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { Filter } from '../table/filters.ts'
import { useIpList } from './ip-table.tsx'

const broken: Filter = { field: 'state', op: 'is', values: ['allocation_fail', 'fail'] }
const loose: Filter[] = [
  { field: 'host.name', op: 'empty', values: [] },
  { field: 'server.name', op: 'empty', values: [] },
]

/** The questions every operator asks; `where` counts them. */
const questions = [
  { key: 'all', filters: [], where: undefined },
  { key: 'attention', filters: [broken], where: "state IN ('allocation_fail','fail')" },
  { key: 'loose', filters: loose, where: '(host.name IS NULL) AND (server.name IS NULL)' },
] as const satisfies readonly { key: string; filters: readonly Filter[]; where: string | undefined }[]

/** All addresses in use. */
export function IpsPage() {
  return <ResourceList<IpRecord> {...useIpList()} id="ips" csv="vm/ip" views={questions} />
}
