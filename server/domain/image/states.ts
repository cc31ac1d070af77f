import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

export const imageLifecycle = defineLifecycle({
  states: ['creating', 'active', 'migrating', 'deleting', 'crashed'],
  moving: ['creating', 'migrating', 'deleting'],
  actions: {
    use: { from: ['active'], error: msg`The image cannot be used now: it is not ready` },
    edit: { from: ['creating', 'active', 'migrating', 'crashed'], error: msg`The image is being deleted` },
    copy: { from: ['active'], error: msg`Only an image that is ready can be copied` },
    move: { from: ['active'], via: 'migrating', error: msg`Only an image that is ready can be moved` },
    nodes: { from: ['active'], error: msg`Only of an image that is ready the nodes can be changed` },
    delete: {
      from: ['active', 'crashed'],
      via: 'deleting',
      error: msg`The image is being made, moved or deleted: wait until that has ended`,
    },
    state: {
      from: ['active', 'crashed'],
      error: msg`The image is being made, moved or deleted: its state follows from that`,
    },
  },
})
export type ImageState = (typeof imageLifecycle.states)[number]
export type ImageAction = keyof typeof imageLifecycle.actions

/** What administrators may set: an image that is `crashed` is not used. */
export const settableStates = ['active', 'crashed'] as const

/** What a node has of an image. */
export const imageNodeStates = ['ready', 'copying', 'deleting'] as const
