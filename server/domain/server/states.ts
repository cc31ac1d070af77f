import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

export const serverLifecycle = defineLifecycle({
  states: ['active', 'suspending', 'suspended', 'resuming'],
  moving: ['suspending', 'resuming'],
  actions: {
    suspend: {
      from: ['active'],
      via: 'suspending',
      already: ['suspended'],
      error: msg`The server is being suspended or resumed`,
    },
    resume: {
      from: ['suspended'],
      via: 'resuming',
      already: ['active'],
      error: msg`The server is being suspended or resumed`,
    },
    delete: { from: ['active', 'suspended'], error: msg`The server is being suspended or resumed` },
  },
})

export const powerStatuses = ['on', 'off', 'unknown'] as const
