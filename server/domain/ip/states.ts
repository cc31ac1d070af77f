import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

/**
 * allocating -> ok | allocation_fail; ok -> in_progress (edit) -> ok | fail; deleting -> gone | fail. An address is
 * `ok` when its VM or server is configured with it.
 */
export const ipLifecycle = defineLifecycle({
  states: ['allocating', 'ok', 'allocation_fail', 'in_progress', 'fail', 'deleting'],
  moving: ['allocating', 'in_progress', 'deleting'],
  actions: {
    edit: {
      from: ['ok', 'fail', 'allocation_fail'],
      via: 'in_progress',
      error: msg`The address is being configured: wait until this has finished`,
    },
    delete: {
      from: ['ok', 'fail', 'allocation_fail'],
      via: 'deleting',
      error: msg`The address is being configured: wait until this has finished`,
    },
  },
})

export type IpState = (typeof ipLifecycle.states)[number]
