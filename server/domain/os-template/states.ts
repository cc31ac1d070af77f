import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

/** Whether any location has a template. */
export const templateStatuses = ['none', 'installed'] as const

/** A template in a location: brought there and taken away by tasks; `need_update` when its repository has another one by now. */
export const templateLifecycle = defineLifecycle({
  states: ['ok', 'fail', 'installing', 'deleting', 'need_update'],
  moving: ['installing', 'deleting'],
  actions: {
    install: {
      from: ['ok', 'fail', 'need_update'],
      via: 'installing',
      already: ['installing'],
      error: msg`The template is being removed from the location: wait until that has ended`,
    },
    delete: {
      from: ['ok', 'fail', 'need_update'],
      via: 'deleting',
      already: ['deleting'],
      error: msg`The template is being brought to the location: wait until that has ended`,
    },
  },
})
export type TemplateLocationStatus = (typeof templateLifecycle.states)[number]
