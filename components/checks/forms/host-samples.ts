import { type Cluster, clusterRecord } from '../../../server/domain/cluster/record.ts'
import { capabilities } from '../../../server/domain/node/capabilities.ts'
import { number } from './acts.ts'
import { sampleOf } from './sample.ts'

/** A cluster that can do everything. */
export const cluster = {
  ...(sampleOf(clusterRecord) as Cluster),
  host_filter: [{ entity: 'os_tag' as const, expression: 'debian' }],
  capabilities: [...capabilities],
}

/** A system that can be chosen. */
export const system = {
  id: 72,
  name: 'Second',
  min_ram_mib: 512,
  hdd_mib_required: 1024,
  login_user: 'root',
  os_group: 'linux',
  comment: '',
  clusters: [],
  tags: [],
}

/** Weights and limits of a VM. */
export const limits = {
  cpu_weight: number(300),
  io_weight: number(200),
  io_read_mbitps: number(11),
  io_write_mbitps: number(12),
  io_read_iops: number(13),
  io_write_iops: number(14),
  net_in_mbitps: number(15),
  net_out_mbitps: number(16),
  tcp_connections_in: number(18),
  tcp_connections_out: number(19),
}
