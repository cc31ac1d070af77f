// npm run bench -- fair: what one account that asks for as much as it can does to the answers of another one, and what an attack
// on the front door does to the panel's memory and to those who work with it. On the built panel, with its usual limits.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { attacks } from './fair/attacks.ts'
import { beside, memoryOf, openLoad } from './fair/load.ts'
import { slowestParsing } from './fair/parsing.ts'
import { type Goal, report } from './goals.ts'
import type { Target } from './lists/measure.ts'
import { seedMachines } from './lists/seed.ts'
import { openStage } from './lists/stage.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const GREEDY_CONNECTIONS = 50
/** Of five seconds alone, and as many beside, in a round. */
const [GREEDY_SLICES, ATTACK_SLICES] = [8, 5]
const QUIET = { id: '', ours: [], reference: [] }

const heard = async (child: ChildProcess) => String((await once(child, 'message'))[0])
/** Starts an attack; answers the way to stop it, which tells what became of it. */
async function attack(target: Target, tenant: Target, name: string): Promise<() => Promise<string>> {
  const child = fork(path.join(import.meta.dirname, 'fair/attacker.ts'))
  child.send({ target, tenant, name })
  await heard(child)
  return async () => {
    child.send('stop')
    return heard(child)
  }
}

const stage = openStage({ DATAHALL_RATE_LIMIT: '60000' })
let holds = false
try {
  const panel = await stage.panel((pool, owner) => seedMachines(pool, { owner, count: 5000, every: 2 }))
  const modest = panel.all('/vm/v3/host')
  const greedy = panel.own('/vm/v3/host')
  const turns: Goal = {
    ...QUIET,
    id: 'S16',
    what: `p95 beside ${GREEDY_CONNECTIONS} connections that ask on and on, to alone`,
    unit: 'ms',
    better: 'less',
    floor: 1.5,
    aim: 1.2,
    ours: [],
    reference: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { alone, under, told } = await beside(modest, GREEDY_SLICES, async () => openLoad(greedy, GREEDY_CONNECTIONS))
    turns.reference.push(alone)
    turns.ours.push(under)
    console.log(`the greedy account got ${told.map(Math.round).join(', ')} answers a second`)
  }
  const { ms, of, bodies } = await slowestParsing()
  console.log(`${bodies} bodies, the slowest to parse and refuse: ${of}`)
  const parsing: Goal = {
    id: 'S17',
    what: 'the slowest body to parse and refuse',
    unit: 'ms',
    better: 'above',
    floor: 10,
    aim: 10,
    ours: [ms],
    reference: [0],
  }
  const goals = [turns, parsing]
  for (const { name } of attacks(modest, greedy)) {
    const p95: Goal = {
      ...QUIET,
      id: 'S17',
      what: `p95 during ${name}, to alone`,
      unit: 'ms',
      better: 'less',
      floor: 2,
      aim: 2,
      ours: [],
      reference: [],
    }
    const memory: Goal = {
      ...QUIET,
      id: 'S17',
      what: `memory during ${name}, above before`,
      unit: 'MiB',
      better: 'above',
      floor: 200,
      aim: 200,
      ours: [],
      reference: [],
    }
    memory.reference.push(memoryOf(modest))
    const { alone, under, told } = await beside(modest, ATTACK_SLICES, () => attack(modest, greedy, name))
    p95.reference.push(alone)
    p95.ours.push(under)
    memory.ours.push(memoryOf(modest))
    console.log(`${name}: ${told.join('; ')}`)
    goals.push(p95, memory)
  }
  holds = report('fair', goals)
} finally {
  await stage.close()
}
process.exit(holds ? 0 : 1)
