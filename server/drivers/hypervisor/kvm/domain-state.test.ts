import { expect, test } from 'vitest'
import { cleanMessage } from '../../clean-message.ts'
import { nodePath } from '../linux/paths.ts'
import { domainEvent, domainState, isStalled } from './domain-state.ts'

test.each([
  [1, 0, 'running'],
  [2, 0, 'running'],
  [3, 1, 'paused'],
  [4, 0, 'running'],
  [5, 1, 'stopped'],
  [5, 2, 'stopped'],
  [5, 3, 'crashed'],
  [5, 6, 'stopped'],
  [6, 1, 'crashed'],
  [7, 0, 'paused'],
])('libvirt state %i, reason %i is %s', (state, reason, words) => {
  expect(domainState(state, reason)).toBe(words)
})

test.each([
  [3, 5, true],
  [3, 1, false],
  [1, 5, false],
  [5, 5, false],
])('libvirt state %i, reason %i stands still because of its disks: %s', (state, reason, stalled) => {
  expect(isStalled(state, reason)).toBe(stalled)
})

test.each([
  [0, 0, 'defined', null],
  [1, 0, 'undefined', null],
  [2, 0, 'state', 'running'],
  [3, 0, 'state', 'paused'],
  [4, 0, 'state', 'running'],
  [5, 0, 'state', 'stopped'],
  [5, 1, 'state', 'stopped'],
  [5, 2, 'state', 'crashed'],
  [5, 5, 'state', 'crashed'],
  [7, 0, 'state', 'paused'],
  [8, 0, 'state', 'crashed'],
])('libvirt event %i, detail %i is %s %s', (event, detail, kind, state) => {
  const domain = { name: 'vm', uuid: Buffer.alloc(16), id: 1 }
  expect(domainEvent({ domain, event, detail })).toEqual({ internal_name: 'vm', kind, state })
})

test('a guest that begins to shut down, and events to come, say nothing', () => {
  const domain = { name: 'vm', uuid: Buffer.alloc(16), id: 1 }
  for (const event of [6, 9, 99]) expect(domainEvent({ domain, event, detail: 0 })).toBeNull()
})

test('what a node says is one bounded line of plain text', () => {
  expect(cleanMessage('a\r\nb\tc\u001b[31m\u0007 \u202Eevil\u2028x. ')).toBe('a b c [31m evil x')
  expect(cleanMessage('x'.repeat(5000))).toHaveLength(301)
  expect(cleanMessage('')).toBe('')
})

test('paths on nodes are absolute and plain', () => {
  for (const path of ['/a', '/var/lib/x y/ä$(id).qcow2', '/a/..b']) expect(nodePath(path)).toBe(path)
  for (const path of [
    '',
    'a',
    '/',
    '/a/',
    '/../a',
    '/a/./b',
    '/a/..',
    '-rf',
    'nbd:x',
    '/a\0b',
    '/a\nb',
    '/\ud800',
    `/${'x'.repeat(1024)}`,
  ]) {
    expect(() => nodePath(path), JSON.stringify(path)).toThrow(/absolute/)
  }
})
