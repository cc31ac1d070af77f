import { endpoint } from '../../../../api/endpoint.ts'
import { hostRescue } from '../../../../domain/host/schema.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { switchRescue } from './switch.ts'

export const hostRescueEndpoints = {
  rescue: endpoint({
    service: 'vm',
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/rescue_mode',
    summary: 'Turn the rescue mode on or off',
    description:
      'On: the VM is shut down (or its power is cut after 60 seconds) and started from a temporary disk of the rescue system, with its own disks behind it under their names, and its own addresses. It stays so over restarts until the mode is turned off: then the VM starts its own system again, and the temporary disk is removed. `password` and the SSH keys of the owner are those of the rescue system; the passwords of the VM are not touched. The rescue system is the newest image with the tag `rescue` that is available on the cluster.',
    access: 'user',
    body: hostRescue,
    answer: idAndTask,
    run: (ctx, p) => switchRescue(ctx, p.params.host_id, p.body),
  }),
}
