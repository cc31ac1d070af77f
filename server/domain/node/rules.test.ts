import { describe, expect, it } from 'vitest'
import { obstacle } from './placement.ts'
import { nodeActions, whyNotNode } from './rules.ts'
import { nodeLifecycle } from './states.ts'

const both = [false, true]
const cases = nodeLifecycle.states.flatMap((state) =>
  both.flatMap((host_creation_blocked) =>
    both.flatMap((maintenance_mode) =>
      [null, 'br0'].flatMap((main_bridge) =>
        [0, 2].flatMap((host_count) =>
          [-1, 2].map((host_limit) => ({
            state,
            host_creation_blocked,
            maintenance_mode,
            main_bridge,
            host_count,
            host_limit,
          })),
        ),
      ),
    ),
  ),
)

describe('what may be done with a node', () => {
  it('takes new VMs exactly where placement lets them go', () => {
    const roomy = {
      id: 1,
      name: 'n',
      capabilities: [],
      disabled_os: [],
      host_filter: [],
      cpu_limit: null,
      cpu_used: 0,
    }
    const room = { ...roomy, ram_limit: 1e6, ram_allocated: 0, storage_free: 1e6 }
    const want = { cpu_number: 1, ram_mib: 1, hdd_mib: 1, os_tag: undefined, cluster: 1 }
    for (const facts of cases)
      expect({
        ...facts,
        free: obstacle({ ...room, ...facts }, want) === null,
      }).toEqual({
        ...facts,
        free: whyNotNode('createHost', facts) === undefined,
      })
  })

  it('is attached and deleted from the states from which the service claims it', () => {
    for (const facts of cases)
      for (const action of ['attach', 'delete', 'edit'] as const) {
        const from: readonly string[] = nodeLifecycle.actions[action].from
        const may = from.includes(facts.state) && !(action === 'delete' && facts.host_count > 0)
        expect({ ...facts, action, may: whyNotNode(action, facts) === undefined }).toEqual({ ...facts, action, may })
      }
  })

  it('treats an unknown state like a node that does not answer', () => {
    for (const action of nodeActions) {
      const [calm] = cases
      const facts = { ...calm!, state: 'new' }
      expect(whyNotNode(action, facts)).toBe(whyNotNode(action, { ...facts, state: 'unavailable' }))
    }
  })
})
