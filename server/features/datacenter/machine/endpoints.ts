import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { machineAdopt, machineDetail, machineJoin, machineRecord } from '../../../domain/machine/schema.ts'
import { idAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { adoptMachine } from './adopt.ts'
import { machineDetail as detailOf } from './detail.ts'
import { ignoreMachine, takeMachineBack } from './ignore.ts'
import { joinMachine } from './join.ts'
import { machineList } from './list.ts'

const common = { service: 'dci', tag: 'machine', access: 'admin' } as const
const noBody = z.strictObject({})

export const machineEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/machine',
    summary: 'List machines that nobody has entered',
    description:
      'They booted from the network of a location in which discovery is on. What they say of themselves is not verified.',
    list: machineList,
    row: machineRecord,
    csv: true,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/machine/{machine_id}',
    summary: 'Show a machine that nobody has entered',
    description: 'With its hardware, the ports that it seems to be plugged into, and free units near their servers.',
    answer: machineDetail,
    run: (ctx, p) => detailOf(ctx, p.params.machine_id),
  }),
  adopt: endpoint({
    ...common,
    method: 'POST',
    about: 'server',
    path: '/machine/{machine_id}/adopt',
    summary: 'Make a server of a machine',
    description:
      'With its network cards, its hardware and the cables that switches announced. With `os_template_id` diagnostics begin at once; the answer has their task.',
    body: machineAdopt,
    answer: idMaybeTask,
    run: (ctx, p) => adoptMachine(ctx, p.params.machine_id, p.body),
  }),
  join: endpoint({
    ...common,
    method: 'POST',
    about: 'server',
    path: '/machine/{machine_id}/join',
    summary: 'Add the network cards of a machine to the server that it is',
    body: machineJoin,
    answer: idAnswer,
    run: (ctx, p) => joinMachine(ctx, p.params.machine_id, p.body.server),
  }),
  ignore: endpoint({
    ...common,
    method: 'POST',
    path: '/machine/{machine_id}/ignore',
    summary: 'Ignore a machine',
    description: 'It is switched off, and gets no answer from the DHCP server any more.',
    body: noBody,
    answer: idAnswer,
    run: (ctx, p) => ignoreMachine(ctx, p.params.machine_id),
  }),
  takeBack: endpoint({
    ...common,
    method: 'POST',
    path: '/machine/{machine_id}/take_back',
    summary: 'Let an ignored machine boot again',
    body: noBody,
    answer: idAnswer,
    run: (ctx, p) => takeMachineBack(ctx, p.params.machine_id),
  }),
}
