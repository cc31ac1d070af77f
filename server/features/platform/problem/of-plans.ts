import type { Part } from './part.ts'

/** Plans of operations that go on when somebody lets them. They have no health: only the list of problems shows them. */
export const ofPlans: readonly Part[] = [
  {
    kind: 'plan_paused',
    severity: 'warning',
    about: null,
    entity: "'operation_plan'",
    id: 'p.id',
    name: "''",
    state: 'p.state',
    cause: 'p.reason',
    since: 'p.paused_at',
    hosts: "(select count(*)::int from operation_plan_server x where x.plan_id = p.id and x.state = 'waiting')",
    owner: 'p.account_id',
    from: "operation_plan p where p.state = 'paused'",
  },
]
