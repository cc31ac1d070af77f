import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

export const clusterLifecycle = defineLifecycle({
  states: ['active', 'deleting'],
  moving: ['deleting'],
  actions: {
    edit: { from: ['active'], refusal: msg`The cluster is being deleted` },
    delete: { from: ['active'], via: 'deleting', refusal: msg`The cluster is being deleted already` },
  },
})
