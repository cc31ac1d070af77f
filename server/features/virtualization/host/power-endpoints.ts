import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { consoleTicket, hostCreated, hostRestarted, vncSettings as vncAnswer } from '../../../domain/host/answers.ts'
import { hostResources } from '../../../domain/host/resources.ts'
import { guestPassword, hostReinstall, powerBody } from '../../../domain/host/schema.ts'
import { absentIfEmpty, empty, idAndTask } from '../../../domain/shared/fields.ts'
import { rule } from '../../../shared/rule.ts'
import { changePassword, changeVncPassword, restartHost, startHost, stopHost } from './actions.ts'
import { repairAgent } from './agent/repair.ts'
import { reinstallHost } from './reinstall/request.ts'
import { changeResources } from './resources/change.ts'
import { retryHost } from './retry.ts'
import { openConsole, openLxdConsole, readConsoleLog, readHypervisorLog, vncSettings } from './service.ts'
import { reportVncPorts, vncPorts } from './vnc-ports.ts'

const common = { service: 'vm', tag: 'host', access: 'user' } as const
const post = { ...common, method: 'POST' } as const

const QUEUED =
  'While tasks of the VM run, up to 16 further actions are accepted: each is judged by the state that what is before it will leave, they run in order, and one that is no longer possible by its turn ends `failed` with words.'

/** Actions on an existing VM: power, passwords, consoles. */
export const hostActionEndpoints = {
  start: endpoint({
    ...post,
    path: '/host/{host_id}/start',
    summary: 'Start a VM',
    description: QUEUED,
    body: powerBody,
    answer: idAndTask,
    run: (ctx, p) => startHost(ctx, p.params.host_id),
  }),
  stop: endpoint({
    ...post,
    path: '/host/{host_id}/stop',
    summary: 'Shut a VM down',
    description: `The guest is asked to shut down and gets 60 seconds; then, or at once with force, power is cut. ${QUEUED}`,
    body: powerBody,
    answer: idAndTask,
    run: (ctx, p) => stopHost(ctx, p.params.host_id, p.body.force ?? false),
  }),
  restart: endpoint({
    ...post,
    path: '/host/{host_id}/restart',
    summary: 'Restart a VM',
    description: QUEUED,
    body: powerBody,
    answer: hostRestarted,
    run: (ctx, p) => restartHost(ctx, p.params.host_id, p.body.force ?? false),
  }),
  resources: endpoint({
    ...post,
    path: '/host/{host_id}/resource',
    summary: 'Change the resources of a VM',
    description: `A running VM takes over at once what it can, and what is read back from its node is shown; the rest is listed in \`waits_for_start\` and comes with its next start, sizes as \`cpu_number_new\` and \`ram_mib_new\`. More processors and memory while it runs need \`hot_plug\`, set before it was started. With \`defer\` all of it waits for the next stop of a running VM. ${QUEUED}`,
    body: hostResources,
    answer: idAndTask,
    run: (ctx, p) => changeResources(ctx, p.params.host_id, p.body),
  }),
  reinstall: endpoint({
    ...post,
    path: '/host/{host_id}/reinstall',
    summary: 'Put another system, or the same one anew, on the main disk of a VM',
    description: `What is on the main disk is lost; other disks stay. The new disk is made beside the old one, and the old system runs on until then: when something fails before the new one is in its place, the VM is as it was. Without \`os\` it gets its present system anew. SSH keys of the owner, addresses and the name are those that the VM has now; without \`password\` one cannot sign in with a password. The VM is \`creating\` meanwhile, and runs afterwards. ${QUEUED}`,
    body: hostReinstall,
    tolerated: ['disk'],
    answer: hostCreated,
    run: (ctx, p) => reinstallHost(ctx, p.params.host_id, p.body),
  }),
  retry: endpoint({
    ...post,
    path: '/host/{host_id}/retry',
    summary: 'Create a VM again whose creation failed',
    description:
      'With the same size, system and addresses, on a node that is chosen anew, and the same scripts with their values afterwards. The password of the first attempt was forgotten: give one, or the guest has none.',
    body: z.strictObject({ password: absentIfEmpty(guestPassword) }),
    answer: idAndTask.extend({ recipe_task_list: z.array(z.int()), recipe_task: z.int().nullable() }),
    run: (ctx, p) => retryHost(ctx, p.params.host_id, p.body.password),
  }),
  password: endpoint({
    ...post,
    path: '/host/{host_id}/password',
    summary: "Change the password of the guest's administrator",
    description: `Answers when the password is set, or is waited for: for the guest agent while the guest boots, or for what is before it in the queue. The history of the VM says which (\`waits_for\`) and how it ends. Of a stopped VM it is set at the next start, by cloud-init in the guest, together with the SSH keys of the owner; until then \`waits_for_start\` has \`password\`. ${QUEUED}`,
    body: z.strictObject({ password: guestPassword }),
    answer: empty,
    run: (ctx, p) => changePassword(ctx, p.params.host_id, p.body.password),
  }),
  vncSettings: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/vnc_settings',
    summary: 'Read the VNC connection settings',
    description:
      'For a VNC program with a way of its own to the node, such as an SSH tunnel. `server` is the address of the node for administrators; for owners it is 127.0.0.1, where the VNC server listens on the node: addresses of nodes are not told to them. They open the console instead.',
    answer: vncAnswer,
    run: (ctx, p) => vncSettings(ctx, p.params.host_id),
  }),
  hypervisorLog: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/hypervisor_log',
    summary: 'Read what the hypervisor has logged of a VM',
    description: 'The last 64 KiB. It names paths and addresses of the node, so only administrators read it.',
    access: 'admin',
    answer: z.object({ log: z.string() }),
    run: (ctx, p) => readHypervisorLog(ctx, p.params.host_id),
  }),
  consoleLog: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/console_log',
    summary: 'Read what a VM has written to its serial console',
    description:
      'The last 64 KiB, over starts and crashes. `log` is null when the node keeps none: of VMs that were never started, and of those made before nodes kept these logs.',
    answer: z.object({ log: z.string().nullable() }),
    run: (ctx, p) => readConsoleLog(ctx, p.params.host_id),
  }),
  vncPorts: endpoint({
    ...post,
    access: 'admin',
    path: '/host/{host_id}/vnc_ports',
    summary: 'Report VNC ports of VMs',
    description:
      'For programs that tell the panel which ports have changed: it reads the ports of the named VMs (`domain` is the `internal_name`; without names that of the path) from their nodes, and takes none from the report.',
    body: vncPorts,
    answer: idAndTask,
    run: (ctx, p) => reportVncPorts(ctx, p.params.host_id, p.body),
  }),
  guestAgent: endpoint({
    ...post,
    path: '/host/{host_id}/guest_agent',
    summary: 'Repair the guest agent',
    description:
      'The agent is asked whether it is there; when it is silent, its channel is taken out of the running VM and put in again, and it is asked once more. The task says in words what was found, and fails when the agent stays silent.',
    answer: idAndTask,
    run: (ctx, p) => repairAgent(ctx, p.params.host_id),
  }),
  changeVncPassword: endpoint({
    ...post,
    path: '/host/{host_id}/vnc_settings',
    summary: 'Change the VNC password',
    body: z.strictObject({
      password: z
        .string()
        .max(8)
        .refine((text) => text !== '', rule`at least one character`),
    }),
    answer: idAndTask,
    run: (ctx, p) => changeVncPassword(ctx, p.params.host_id, p.body.password),
  }),
  console: endpoint({
    ...post,
    path: '/host/{host_id}/console',
    summary: 'Ask for a console of a VM',
    description: 'Answers a ticket for one WebSocket connection: good once, for 30 seconds, for the caller.',
    body: z.strictObject({
      kind: z.enum(['vnc', 'serial']).default('vnc'),
      mode: z.enum(['control', 'view']).default('control'),
    }),
    answer: consoleTicket,
    run: (ctx, p) => openConsole(ctx, p.params.host_id, p.body.kind, p.body.mode),
  }),
  lxdConsole: endpoint({
    ...post,
    path: '/host/{host_id}/lxd/console',
    summary: 'Ask for the console of a container',
    description:
      'Answers the path of a WebSocket and a ticket, which is its sub-protocol: good once, for 30 seconds, for the caller.',
    body: z.strictObject({}),
    answer: z.object({ socket: z.string(), ticket: z.string(), recorded: z.boolean() }),
    run: (ctx, p) => openLxdConsole(ctx, p.params.host_id),
  }),
}
