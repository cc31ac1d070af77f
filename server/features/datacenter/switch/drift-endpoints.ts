import { endpoint } from '../../../api/endpoint.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { driftAccept, driftEnforce, driftList, suggestionList } from '../../../domain/switch/drift.ts'
import { acceptDrift, driftsOf, enforceDrift, suggestionsOf } from './drift.ts'
import { switchList } from './list.ts'

const common = { service: 'dci', tag: 'switch', access: 'admin' } as const

export const switchDriftEndpoints = {
  drift: endpoint({
    ...common,
    method: 'GET',
    path: '/switch/{switch_id}/drift',
    summary: 'List where the panel and a switch disagree',
    description:
      'States and VLANs that people asked for and the switch does not have, other neighbours than the connected servers, unknown addresses.',
    answer: driftList,
    async run(ctx, { params: { switch_id } }) {
      await serveRow(switchList, ctx, switch_id)
      return driftsOf(switch_id)
    },
  }),
  suggestion: endpoint({
    ...common,
    method: 'GET',
    path: '/switch/{switch_id}/suggestion',
    summary: 'List links to servers that a switch knows of and the panel does not',
    description: 'By the neighbours it hears and the addresses it has learned. Connecting the server makes the link.',
    answer: suggestionList,
    async run(ctx, { params: { switch_id } }) {
      await serveRow(switchList, ctx, switch_id)
      return suggestionsOf(switch_id)
    },
  }),
  accept: endpoint({
    ...common,
    about: 'switch_port',
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/accept',
    summary: 'Take over what a switch reports for a port',
    description:
      'State and VLANs become what is wanted, an address becomes one of the server, the cable goes to the server that the neighbour is.',
    body: driftAccept,
    answer: idAnswer,
    run: (ctx, p) => acceptDrift(ctx, p.params, p.body),
  }),
  enforce: endpoint({
    ...common,
    about: 'switch_port',
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/enforce',
    summary: 'Bring what is wanted of a port to the switch again',
    body: driftEnforce,
    answer: idAndTask,
    run: (ctx, p) => enforceDrift(ctx, p.params, p.body.kind),
  }),
}
