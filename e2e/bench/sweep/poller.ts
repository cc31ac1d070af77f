// Switches of the sweep as the panel has them: rows in a database of its own, asked by the poller's rounds.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../../server/db/embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../../server/db/pool.ts'
import { openMasterKey } from '../../../server/db/secrets.ts'
import { openBus } from '../../../server/events/bus.ts'
import { mergeParams } from '../../../server/features/datacenter/device/params.ts'
import { closeTurns } from '../../../server/features/datacenter/device/queue.ts'
import { Gate } from '../../../server/features/datacenter/poll/gate.ts'
import { pollSwitch } from '../../../server/features/datacenter/poll/poll-switch.ts'
import { openSlots } from '../../../server/features/datacenter/poll/slots.ts'
import { addressOf } from './plan.ts'

/** A panel's database with so many switches. `round` is what the poller does with one of them; answers whether it was read. */
export async function pollerOf(count: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-sweep-'))
  chmodSync(folder, 0o755)
  openMasterKey(folder, randomBytes(32).toString('hex'))
  const embedded = await startEmbedded(folder)
  await migrate(embedded.url, path.join(import.meta.dirname, '../../../prisma/migrations'))
  const database = openDatabase(embedded.url)
  setDatabase(database)
  const messages = openBus(embedded.url)
  const location = { name: 'l', ssh_address: '192.0.2.1', ssh_user: 'root' }
  const { id: location_id } = await database.prisma.location.create({ data: location })
  const { id: rack_id } = await database.prisma.rack.create({ data: { location_id, name: 'r', size: 42 } })
  const given = { version: 'snmp_v2c', community: 'public' }
  await database.prisma.net_switch.createMany({
    data: Array.from({ length: count }, (_, i) => {
      const { params, secrets } = mergeParams('net_switch', i + 1, 'snmp', { params: null, secrets: null }, given)
      const device = { device: 'snmp_common', ip: addressOf(i), snmp_params: params as object, snmp_secrets: secrets }
      return { ...device, id: i + 1, name: `switch${i}`, location_id, rack_id, unit: 1, size: 1 }
    }),
  })
  const slots = openSlots('poll', () => {})
  const gate = new Gate(location_id, slots)
  return {
    /** Counters alone, unless the switch has never been read. */
    round: (i: number, atOnce: number) =>
      gate.pass(atOnce, AbortSignal.timeout(600_000), () =>
        pollSwitch(i + 1, AbortSignal.timeout(60_000), 1_000_000).then(
          () => true,
          () => false,
        ),
      ),
    /** Port-minutes that are stored. */
    async stored(): Promise<number> {
      const { rows } = await database.pool.query(
        'select coalesce(sum(cardinality(ports)), 0)::int as n from port_traffic',
      )
      return rows[0].n
    },
    async close() {
      await slots.close()
      await closeTurns()
      await messages.close()
      await database.close()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
