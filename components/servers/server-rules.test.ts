import { expect, it } from 'vitest'
import { whyStays } from './server-rules.ts'

const free = { is_protected: false, state: 'active', node: null } as const

it.each([
  ['nothing', {}, undefined],
  ['protection', { is_protected: true }, 'protected'],
  ['a move of its state', { state: 'suspending' as const }, 'moving'],
  ['a node', { node: { id: 1, name: 'n' } }, 'isNode'],
  ['protection before a node', { is_protected: true, node: { id: 1, name: 'n' } }, 'protected'],
])('%s keeps a server', (_, over, reason) => expect(whyStays({ ...free, ...over })).toBe(reason))
