import { describe, expect, it } from 'vitest'
import { nodeLifecycle } from '../../server/domain/node/states.ts'
import { nodeFace, shortSystem } from './node-face.ts'

const node = { state: 'active', libvirt_error: null, maintenance_mode: false, host_creation_blocked: false }

describe('the face of a node', () => {
  it('knows every state', () => {
    for (const state of nodeLifecycle.states) expect(nodeFace({ ...node, state }).state).toBe(state)
  })
  it('takes an unknown state for a node that cannot be reached', () =>
    expect(nodeFace({ ...node, state: 'new one' }).kind).toBe('fault'))
  it('shows the cause beside a fault', () =>
    expect(nodeFace({ ...node, state: 'unavailable', libvirt_error: 'no answer' })).toMatchObject({
      kind: 'fault',
      cause: 'no answer',
    }))
  it('warns when an active node has a fault', () =>
    expect(nodeFace({ ...node, libvirt_error: 'libvirt is away' }).kind).toBe('warn'))
  it('leaves an old fault out while the node is attached again', () =>
    expect(nodeFace({ ...node, state: 'creating', libvirt_error: 'old' }).cause).toBeNull())
  it('shows that no VMs may be made there', () =>
    expect(nodeFace({ ...node, host_creation_blocked: true })).toMatchObject({ kind: 'pause', also: 'blocked' }))
  it('puts maintenance before that', () =>
    expect(nodeFace({ ...node, host_creation_blocked: true, maintenance_mode: true }).also).toBe('maintenance'))
})

describe('the short name of a system', () => {
  it('leaves out what all of a kind share', () =>
    expect(shortSystem('Debian GNU/Linux 12 (bookworm)')).toBe('Debian 12'))
  it('keeps what has no more than a name and a number', () =>
    expect(shortSystem('Ubuntu 24.04.1 LTS')).toBe('Ubuntu 24.04.1 LTS'))
})
