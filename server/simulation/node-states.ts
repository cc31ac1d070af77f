import { EventEmitter } from 'node:events'
import { db } from '../db/pool.ts'
import { seal, unseal } from '../db/secrets.ts'
import { bus } from '../events/bus.ts'
import type { Snapshot, StateKeeper } from './hypervisor/store.ts'
import { databaseFiles } from './node-files.ts'

const CHANNEL = 'simulated_node'
const stateOf = (node: string) => ({ table: 'simulated_node', id: node, column: 'state' })

const FIRST = `insert into simulated_node (name, version, state) values ($1, $2, $3) on conflict do nothing returning name`
const NEXT = `update simulated_node set version = $2, state = $3 where name = $1 and version = $2 - 1 returning name`

/**
 * Keeps the states of simulated nodes in the database, so that all processes see the same nodes and none of them is needed for a node
 * to stay what it is. The bus has to be open.
 */
export function databaseKeeper(): StateKeeper {
  const changes = new EventEmitter().setMaxListeners(0)
  bus().on(CHANNEL, (node) => changes.emit(`on:${node}`))
  bus().onConnect(() => {
    for (const name of changes.eventNames()) changes.emit(name)
  })
  return {
    async read(node, known): Promise<Snapshot | null> {
      const { rows } = await db().pool.query<{ version: number; state: string }>(
        'select version, state from simulated_node where name = $1 and version > $2',
        [node, known],
      )
      const [row] = rows
      return row ? { version: row.version, state: JSON.parse(unseal(row.state, stateOf(node))) } : null
    },
    async write(node, { version, state }) {
      const { rows } = await db().pool.query(
        `with written as (${version === 1 ? FIRST : NEXT}) select pg_notify('${CHANNEL}', name)::text from written`,
        [node, version, seal(JSON.stringify(state), stateOf(node))],
      )
      return rows.length > 0
    },
    onChange(node, listener) {
      changes.on(`on:${node}`, listener)
      return () => changes.off(`on:${node}`, listener)
    },
    files: databaseFiles(),
  }
}
