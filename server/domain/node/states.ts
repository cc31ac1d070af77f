import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

export const nodeLifecycle = defineLifecycle({
  states: ['creating', 'active', 'crashed', 'unavailable', 'deleting'],
  moving: ['creating', 'deleting'],
  actions: {
    attach: { from: ['crashed', 'unavailable', 'active'], via: 'creating', error: msg`The node is busy` },
    edit: { from: ['creating', 'active', 'crashed', 'unavailable'], error: msg`The node is being removed` },
    host_create: { from: ['active'], error: msg`The node is not active, so VMs cannot be created on it` },
    delete: { from: ['active', 'crashed', 'unavailable'], via: 'deleting', error: msg`The node is busy` },
  },
})
export type NodeState = (typeof nodeLifecycle.states)[number]

export const isNodeState = (state: string): state is NodeState =>
  (nodeLifecycle.states as readonly string[]).includes(state)
