import { describe, expect, it } from 'vitest'
import { hostLifecycle, movingWords } from '../../server/domain/host/states.ts'
import { hostCommands, hostRefusal, movingOf } from './host-rules.ts'

const host = (state: string, over: { action?: string; is_protected?: boolean } = {}) => ({
  state,
  action: null,
  is_protected: false,
  ...over,
})
const allowed = (state: string) => hostCommands.filter((command) => hostRefusal(command, host(state)) === null)

describe('hostRefusal', () => {
  it.each([
    [
      'active',
      [
        'console',
        'stop',
        'restart',
        'edit',
        'password',
        'vncPassword',
        'owner',
        'protect',
        'reset',
        'powerOff',
        'delete',
      ],
    ],
    ['stopped', ['start', 'restart', 'edit', 'vncPassword', 'owner', 'protect', 'reset', 'delete']],
    ['crashed', ['edit', 'protect', 'delete']],
    ['unknown', ['edit', 'protect', 'delete']],
    ['creating', ['edit', 'protect']],
    ['deleting', []],
  ])('%s', (state, wanted) => expect(allowed(state)).toEqual(wanted))

  it('covers every state', () => {
    for (const state of hostLifecycle.states) expect(() => allowed(state)).not.toThrow()
  })

  it('says that it is so already', () => {
    expect(hostRefusal('start', host('active'))).toEqual({ why: 'already', state: 'active' })
    expect(hostRefusal('powerOff', host('stopped'))).toEqual({ why: 'already', state: 'stopped' })
  })

  it('lets nothing exclusive begin while a task runs, but reading and editing', () => {
    const busy = host('active', { action: 'host_stop' })
    expect(hostRefusal('restart', busy)).toEqual({ why: 'busy', moving: 'host_stop' })
    expect(hostRefusal('console', busy)).toBeNull()
    expect(hostRefusal('edit', busy)).toBeNull()
  })

  it('names protection before the state', () =>
    expect(hostRefusal('delete', host('active', { is_protected: true }))).toEqual({ why: 'protected' }))

  it('refuses in a state nobody knows', () =>
    expect(hostRefusal('start', host('melted'))).toMatchObject({ why: 'state' }))
})

it('writes moving actions that have words', () => {
  for (const moving of Object.values(movingOf)) expect(movingWords).toHaveProperty(moving)
})
