import { expect, it } from 'vitest'
import { auditSubject } from './audit-subject.ts'

const of = (path: string, params: object, made: unknown, about?: 'storage' | 'snapshot' | 'iso' | 'ipmi') =>
  auditSubject({ path, ...(about && { about }) }, params, made, {})

it.each([
  ['the object of the path', of('/host/{host_id}/start', { host_id: 7 }, { id: 9 }), 'host', 7],
  ['what was made', of('/host', {}, { id: 9, task: 3 }), 'host', 9],
  ['what was made below another', of('/host/{host_id}/snapshot', { host_id: 7 }, { id: 9 }, 'snapshot'), 'snapshot', 9],
  [
    'the kind that is meant',
    of('/cluster/{cluster_id}/storage/{storage_id}', { cluster_id: 1, storage_id: 2 }, { id: 2 }, 'storage'),
    'storage',
    2,
  ],
  ['the last of the path', of('/amt/{amt_id}/proxy', { amt_id: 5 }, { task: 3 }, 'ipmi'), 'ipmi', 5],
  ['an id that is written as text', of('/acl', {}, { id: '12' }), 'acl', 12],
  ['no object where none is named', of('/setting/{name}', { name: 'quiet' }, undefined), 'setting', null],
  ['no object where the answer is none', of('/os/iso', {}, null, 'iso'), 'iso', null],
])('is %s', (_, subject, entity, entity_id) => {
  expect(subject).toEqual({ entity, entity_id })
})

it('is what the service says, before all else', () => {
  const note = { entity: 'host', entity_id: 12 } as const
  expect(auditSubject({ path: '/host/{host_id}/clone' }, { host_id: 7 }, { id: 9 }, note)).toEqual(note)
})
