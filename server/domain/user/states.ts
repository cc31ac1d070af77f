import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'
import { userStates } from './kinds.ts'

/** A suspended user cannot sign in, and what he had open is closed. */
export const userLifecycle = defineLifecycle({
  states: userStates,
  moving: [],
  actions: {
    suspend: { from: ['active'], already: ['suspended'], refusal: msg`The user is suspended already` },
    resume: { from: ['suspended'], already: ['active'], refusal: msg`The user is active already` },
  },
})
