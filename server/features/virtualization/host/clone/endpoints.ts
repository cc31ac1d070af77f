import { endpoint } from '../../../../api/endpoint.ts'
import { hostClone } from '../../../../domain/host/schema.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { cloneHost } from './accept.ts'

export const hostCloneEndpoints = {
  clone: endpoint({
    service: 'vm',
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/clone',
    summary: 'Clone a VM',
    description:
      'Makes another VM of the same size, system and settings, with copies of all disks, on the same node, for the same owner. Of a running VM the disks are copied as they are at one moment, for which its file systems are frozen when the guest agent answers (`frozen` in the history says so). The clone gets other MAC addresses, as many IPv4 addresses from the pools of the cluster, and at its first start by cloud-init another host name, other SSH host keys and another machine id. Quota and room are taken as for a new VM. `id` is that of the clone. A clone that could not be made is removed; the VM shows why.',
    access: 'create_host',
    body: hostClone,
    answer: idAndTask,
    run: (ctx, p) => cloneHost(ctx, p.params.host_id, p.body),
  }),
}
