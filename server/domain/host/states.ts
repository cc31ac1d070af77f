import { defineLifecycle } from '../shared/lifecycle.ts'

/**
 * States of a virtual machine are those of the API. Besides the state, `action` names the exclusive task under way
 * (`host_stop`), and `disabled` is true then: nothing else is accepted until it ends.
 * `unknown`: the node does not answer, so nobody knows; never read it as stopped.
 */
export const hostLifecycle = defineLifecycle({
  states: ['creating', 'active', 'stopped', 'crashed', 'unknown', 'deleting'],
  moving: ['creating', 'deleting'],
  actions: {
    start: { from: ['stopped'], already: ['active'], refusal: 'Only a stopped machine can be started' },
    stop: { from: ['active'], already: ['stopped'], refusal: 'Only a running machine can be stopped' },
    restart: { from: ['active', 'stopped'], refusal: 'Only a running or stopped machine can be restarted' },
    edit: { from: ['creating', 'active', 'stopped', 'crashed', 'unknown'], refusal: 'The machine is being deleted' },
    password: { from: ['active'], refusal: 'The password can only be changed while the machine runs' },
    vnc_password: { from: ['active', 'stopped'], refusal: 'The machine has to be running or stopped' },
    console: { from: ['active'], refusal: 'The machine is not running' },
    account: { from: ['active', 'stopped'], refusal: 'Only a running or stopped machine can change hands' },
    delete: {
      from: ['active', 'stopped', 'crashed'],
      via: 'deleting',
      refusal: 'The machine cannot be deleted now: its node does not answer or it is busy',
    },
  },
})
export type HostState = (typeof hostLifecycle.states)[number]
export type HostAction = keyof typeof hostLifecycle.actions

/** Words for the exclusive task under way, as screens show it beside the state. */
export const movingWords: Record<string, string> = {
  host_create: 'Creating',
  host_start: 'Starting',
  host_stop: 'Stopping',
  host_restart: 'Restarting',
  host_delete: 'Deleting',
  host_change_password: 'Changing the password',
  host_change_vnc_password: 'Changing the VNC password',
  host_change_account: 'Changing hands',
}
