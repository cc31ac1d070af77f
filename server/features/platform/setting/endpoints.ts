import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { panelKey } from '../../../auth/panel-key.ts'

export const platformSettingEndpoints = {
  sshKey: endpoint({
    service: 'vm',
    tag: 'settings',
    access: 'admin',
    method: 'GET',
    path: '/settings/ssh_key',
    summary: 'Read the public SSH key of the panel',
    description:
      'With it the panel signs in to control hosts that have no password, and to attached nodes: a line of `authorized_keys` there.',
    answer: z.object({ ssh_key: z.string() }),
    async run() {
      return { ssh_key: (await panelKey()).publicKey.trim() }
    },
  }),
}
