import { endpoint } from '../../../../api/endpoint.ts'
import * as keys from '../../../../domain/host/guest-keys.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { addGuestKeys, removeGuestKeys } from './change.ts'
import { readGuestKeys } from './read.ts'

const common = { service: 'vm', tag: 'host', access: 'user' } as const

const AGENT =
  'The guest has to run with an agent that manages SSH keys: of QEMU 5.2 or newer. Containers are asked without one.'

export const guestKeyEndpoints = {
  guestKeys: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/ssh_key',
    summary: 'Read the SSH keys that a running guest lets in',
    description: `Those of its login user, as the guest says itself. ${AGENT}`,
    answer: keys.guestKeys,
    run: (ctx, p) => readGuestKeys(ctx, p.params.host_id),
  }),
  addGuestKeys: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/ssh_key',
    summary: "Let the owner's SSH keys into a running guest",
    description: `What the guest has already is left as it is. ${AGENT}`,
    body: keys.addGuestKeys,
    answer: idAndTask,
    run: (ctx, p) => addGuestKeys(ctx, p.params.host_id, p.body.ssh_keys),
  }),
  removeGuestKeys: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/ssh_key/remove',
    summary: 'Remove SSH keys from a running guest',
    description: `Sessions that are open stay open. ${AGENT}`,
    body: keys.removeGuestKeys,
    answer: idAndTask,
    run: (ctx, p) => removeGuestKeys(ctx, p.params.host_id, p.body.fingerprints),
  }),
}
