import { z } from 'zod'
import { endpoint } from '../../../../api/endpoint.ts'
import { spiceFile as fileAnswer, spiceSettings as settingsAnswer } from '../../../../domain/host/answers.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { changeSpicePassword } from './change.ts'
import { spiceFile, spiceSettings } from './file.ts'

const common = { service: 'vm', tag: 'host', access: 'user' } as const
const path = '/host/{host_id}/spice_settings'

export const spiceEndpoints = {
  settings: endpoint({
    ...common,
    method: 'GET',
    path,
    summary: 'Read the SPICE connection settings',
    description:
      'For a SPICE program with a way of its own to the node, such as an SSH tunnel. `server` is the address of the node for administrators and 127.0.0.1 for owners, as with VNC. `port` is read from the node: 0 while the VM is off or runs without SPICE. For all others there is `spice_file`.',
    answer: settingsAnswer,
    run: (ctx, p) => spiceSettings(ctx, p.params.host_id),
  }),
  password: endpoint({
    ...common,
    method: 'POST',
    path,
    summary: 'Change the SPICE password',
    description: 'Of a running VM at once. SPICE takes 60 printable characters at most; longer ones are refused (400).',
    body: z.strictObject({ password: z.string().min(8).max(255) }),
    answer: idAndTask,
    run: (ctx, p) => changeSpicePassword(ctx, p.params.host_id, p.body.password),
  }),
  file: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/spice_file',
    summary: 'Ask for a file that opens the screen of a VM in a SPICE program',
    description:
      'A `.vv` file for virt-viewer (remote-viewer). The program connects with the panel as its proxy (HTTP CONNECT) and a ticket that is good once, within two minutes, for this VM: it opens one session with all its channels, which ends with the first of them, with the sign-in of the caller, and when the VM has another owner. The file holds no password of the VM. `panel` is the address of the panel as the caller reaches it; it counts when the configuration has none.',
    body: z.strictObject({
      panel: z
        .url({ protocol: /^https?$/ })
        .max(255)
        .optional(),
    }),
    answer: fileAnswer,
    run: (ctx, p) => spiceFile(ctx, p.params.host_id, p.body.panel),
  }),
}
