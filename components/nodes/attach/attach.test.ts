import { describe, expect, it } from 'vitest'
import { notSsh, otherHostKey } from '../../../server/domain/node/messages.ts'
import { attachFault } from './attach-fault.ts'
import { attachStepNames, attachSteps } from './attach-steps.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000).toISOString()
const step = (name: string, state: string, from: number, to: number | null) => ({
  name,
  state,
  attempt: 1,
  error: null,
  started_at: at(from),
  finished_at: to === null ? null : at(to),
})
const now = new Date(at(10)).getTime()

describe('the steps of an attachment', () => {
  it('are all to do before it begins', () => {
    const steps = attachSteps([], true, now)
    expect(steps.map(({ name }) => name)).toEqual([...attachStepNames])
    expect(steps.every(({ state, seconds }) => state === 'todo' && seconds === null)).toBe(true)
  })
  it('tick as they end', () => {
    const [first, second, third] = attachSteps(
      [step('connect', 'done', 0, 2), step('check_os', 'running', 2, null)],
      true,
      now,
    )
    expect([first, second, third]).toEqual([
      { name: 'connect', state: 'done', seconds: 2 },
      { name: 'check_os', state: 'running', seconds: 8 },
      { name: 'check_hypervisor', state: 'todo', seconds: null },
    ])
  })
  it('takes a step that was cut off for a failed one', () =>
    expect(attachSteps([step('connect', 'running', 0, null)], false, now)[0]?.state).toBe('failed'))
  it('leaves out what was done after the failure', () =>
    expect(attachSteps([step('settle:give_up', 'done', 0, 1)], false, now)).toHaveLength(attachStepNames.length))
  it('shows a step it does not know yet', () =>
    expect(attachSteps([step('agent', 'done', 0, 1)], true, now).at(-1)).toMatchObject({
      name: 'agent',
      state: 'done',
    }))
})

describe('why an attachment failed', () => {
  const failed = (code: string, at: string) => attachFault({ status: 'failed', step: null, output: { code, step: at } })
  it('tells a silent address from a refused password', () => {
    expect(failed('device_unreachable', 'connect')).toEqual({ kind: 'unreachable', field: 'ip' })
    expect(failed('device_rejected', 'connect')).toEqual({ kind: 'refused', field: 'password' })
  })
  it('distinguishes a wrong port and a changed host key from a rejected password', () => {
    const said = (msg: string) =>
      attachFault({ status: 'failed', step: null, output: { code: 'device_rejected', step: 'connect', msg } })
    expect(said(notSsh.toString())).toEqual({ kind: 'port', field: 'ssh_port' })
    expect(said(otherHostKey('SHA256:x').toString())).toEqual({ kind: 'identity', field: 'password' })
  })
  it('tells a missing libvirt from an old system', () => {
    expect(failed('device_rejected', 'check_hypervisor').kind).toBe('hypervisor')
    expect(failed('device_rejected', 'check_os').kind).toBe('system')
  })
  it('blames the way when the node goes away in the middle', () =>
    expect(failed('device_unreachable', 'install_key').kind).toBe('unreachable'))
  it('knows when a person stopped it', () =>
    expect(attachFault({ status: 'aborted', step: 'connect', output: null }).kind).toBe('stopped'))
  it('marks no field for a fault of the panel', () =>
    expect(failed('internal', 'connect')).toEqual({ kind: 'other', field: null }))
})
