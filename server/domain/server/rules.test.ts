import { expect, it } from 'vitest'
import { whyNotServer } from './rules.ts'

const free = { is_protected: false, state: 'active', node: null } as const
const admin = { isAdmin: true }

it.each([
  ['nothing', {}, undefined],
  ['protection', { is_protected: true }, 'protected'],
  ['a move of its state', { state: 'suspending' as const }, 'moving'],
  ['a node', { node: { id: 1 } }, 'isNode'],
  ['protection before a node', { is_protected: true, node: { id: 1 } }, 'protected'],
])('%s keeps a server', (_, over, reason) => expect(whyNotServer('delete', { ...free, ...over }, admin)).toBe(reason))
