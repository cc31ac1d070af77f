import { describe, expect, it } from 'vitest'
import { hostRules } from '../../server/domain/host/rules.ts'
import { hostStates, movingLabels } from '../../server/domain/host/states.ts'
import en from '../i18n/en.json' with { type: 'json' }
import { hostFace } from './host-face.ts'

const host = (over: Partial<Parameters<typeof hostFace>[0]> = {}) => ({
  state: 'active',
  action: null,
  fault: null,
  node: { name: 'node-1' },
  ...over,
})
const fault = { task: 7, action: 'host_stop', step: 'shutdown', msg: 'The node refused' }

describe('hostFace', () => {
  it('shows the moving action before the state, with its progress', () =>
    expect(
      hostFace(host({ action: 'host_stop' }), {
        percent: 40,
        message: 'Asking',
        step: 'shutdown',
        started_at: '2026-01-01T00:00:00Z',
      }),
    ).toEqual({ kind: 'run', word: 'moving.host_stop', detail: { text: 'Asking', step: 'shutdown' }, percent: 40 }))

  it('says that a task has not begun', () =>
    expect(
      hostFace(host({ action: 'host_start' }), { percent: 0, message: null, step: null, started_at: null }),
    ).toMatchObject({
      detail: { waits: true },
      percent: null,
    }))

  it('names the reason of a crash alone, where the state says the rest', () => {
    const crash = (msg: string) =>
      hostFace(host({ state: 'crashed', fault: { ...fault, action: 'node_watch', msg } }), undefined).detail
    expect(crash('The hypervisor reports that the VM crashed: out of memory')).toEqual({ text: 'out of memory' })
    expect(crash('The hypervisor reports that the VM crashed')).toBeNull()
  })

  it('puts the cause beside a crash', () =>
    expect(hostFace(host({ state: 'crashed', fault }), undefined)).toMatchObject({
      kind: 'fault',
      detail: { text: 'The node refused' },
    }))

  it('warns of a fault on a running VM', () =>
    expect(hostFace(host({ fault }), undefined)).toMatchObject({ kind: 'warn', word: 'states.active' }))

  it('names the silent node', () =>
    expect(hostFace(host({ state: 'unknown' }), undefined).detail).toEqual({ silent: 'node-1' }))

  it('never reads a strange state as a calm one', () =>
    expect(hostFace(host({ state: 'melted' }), undefined)).toMatchObject({ kind: 'unknown', word: 'states.unknown' }))
})

it('has words for every state, every moving action and every error', () => {
  for (const state of hostStates) expect(en.hosts.states[state], state).toBeTruthy()
  expect(
    Object.keys(en.hosts.moving)
      .filter((key) => key !== 'other')
      .sort(),
  ).toEqual(Object.keys(movingLabels).sort())
  for (const [action, words] of Object.entries(movingLabels))
    expect(en.hosts.moving[action as keyof typeof en.hosts.moving]).toBe(words)
  for (const [action, rule] of Object.entries(hostRules))
    expect(en.hosts.refusals[action as keyof typeof en.hosts.refusals], action).toBe(String(rule.error))
})
