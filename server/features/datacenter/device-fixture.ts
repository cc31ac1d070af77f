import { servePdu } from '../../simulation/devices/pdu/agent.ts'
import { type PduSeed, simulatedPdu } from '../../simulation/devices/pdu/model.ts'
import { serveSwitch } from '../../simulation/devices/switch/agent.ts'
import { type SimulatedSwitch, type SwitchSeed, simulatedSwitch } from '../../simulation/devices/switch/model.ts'
import type { Task } from '../../tasks/define.ts'
import { startWorker } from '../../tasks/worker.ts'
import { closeTurns, withDevice } from './device/queue.ts'
import { datacenterFixture } from './fixture.ts'

type Body = { [field: string]: unknown }

/** The fixture of this area with simulated devices that really answer SNMP, and a worker that runs tasks. */
export async function deviceFixture(definitions: readonly Task[]) {
  const dc = await datacenterFixture()
  const closing: (() => Promise<unknown>)[] = []
  let worker: ReturnType<typeof startWorker> | undefined
  const { prisma } = dc.api.database

  const startTasks = () => {
    worker ??= startWorker({ definitions, leaseMs: 3_600_000, beatMs: 3_600_000 })
  }
  /** Resolves to what `check` finds once it finds something. */
  async function until<T>(check: () => Promise<T | null | false>): Promise<T> {
    startTasks()
    const end = performance.now() + 90_000
    for (;;) {
      const found = await check()
      if (found) return found
      if (performance.now() > end) throw new Error(`Waited in vain: ${check}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  /** The record of a task once it is over. */
  const ended = (id: number) => until(() => prisma.task.findFirst({ where: { id, ended_at: { not: null } } }))
  /** Runs what was asked for; the answer has to name a task. */
  async function done(answer: Promise<{ status: number; body: { task?: number } }>) {
    const { status, body } = await answer
    if (status !== 200 || body.task === undefined) throw new Error(`${status} ${JSON.stringify(body)}`)
    return ended(body.task)
  }
  const snmp_params = { version: 'snmp_v2c', community: 'private' }
  // The API knows port 161 only, and simulated agents have others: they are added to a row as it is written, before any poll.
  await dc.api.database.pool.query(`
    create table agent_port (name text primary key, port int not null);
    create function at_agent_port() returns trigger language plpgsql as $$ begin
      new.snmp_params := (select new.snmp_params || jsonb_build_object('port', a.port) from agent_port a where a.name = new.name);
      return new;
    end $$;
    create trigger at_agent_port before insert on net_switch for each row when (new.snmp_params is not null) execute function at_agent_port();
    create trigger at_agent_port before insert on pdu for each row when (new.snmp_params is not null) execute function at_agent_port()`)
  const listensAt = (name: string, port: number) =>
    dc.api.database.pool.query('insert into agent_port values ($1, $2)', [name, port])
  /** Puts a simulated switch into a rack, polls it, and answers its id with the model behind it. */
  async function addSwitch(
    seed: Partial<SwitchSeed> & { rack: number; unit?: number },
    more: (model: SimulatedSwitch) => Promise<Body> = async () => ({}),
  ) {
    const { rack, unit = 1, ...rest } = seed
    const kind = rest.kind ?? 'snmp_common'
    const name = rest.name ?? `sw-${rack}-${unit}`
    const model = simulatedSwitch({ kind, name, ports: Array.from({ length: 8 }, () => ({ vlan_id: 10 })), ...rest })
    const agent = await serveSwitch(model, { address: '127.0.0.1', port: 0 })
    closing.push(() => agent.close().catch(() => {}))
    const given = { name, ip: '127.0.0.1', device: kind, rack, unit, size: 1, snmp_params, ...(await more(model)) }
    await listensAt(name, agent.options.port)
    const id = await dc.made(dc.api.admin.post('/dci/v3/switch', given))
    const first = await prisma.task.findFirstOrThrow({ where: { name: 'switch_poll', registry_id: id } })
    await ended(first.id)
    const ports = await prisma.switch_port.findMany({ where: { switch_id: id }, orderBy: { id: 'asc' } })
    return { id, model, agent, path: `/dci/v3/switch/${id}`, ports: ports.map((port) => port.id) }
  }
  /** The same for a PDU. */
  async function addPdu(seed: Partial<PduSeed> & { rack: number; unit?: number }, body: Body = {}) {
    const { rack, unit = 1, ...rest } = seed
    const kind = rest.kind ?? 'apc_snmp'
    const name = rest.name ?? `pdu-${rack}-${unit}`
    const model = simulatedPdu({ kind, name, outlets: Array.from({ length: 8 }, () => ({ watts: 100 })), ...rest })
    const agent = await servePdu(model, { address: '127.0.0.1', port: 0 })
    closing.push(() => agent.close().catch(() => {}))
    await listensAt(name, agent.options.port)
    const given = { name, ip: '127.0.0.1', device: kind, rack, unit, size: 1, snmp_params, ...body }
    const id = await dc.made(dc.api.admin.post('/dci/v3/pdu', given))
    const first = await prisma.task.findFirstOrThrow({ where: { name: 'pdu_poll', registry_id: id } })
    await ended(first.id)
    const ports = await prisma.pdu_port.findMany({ where: { pdu_id: id }, orderBy: { identity: 'asc' } })
    return { id, model, agent, path: `/dci/v3/pdu/${id}`, ports: ports.map((port) => port.id) }
  }
  /** Has a device to itself, so that what is asked of it waits. @returns the way to give it back */
  async function hold(kind: 'switch' | 'pdu', id: number) {
    let free = () => {}
    const freed = new Promise<void>((resolve) => (free = resolve))
    const nothing = () => ({ close: () => {} })
    await new Promise<void>((begun) => {
      const idle = () => {
        begun()
        return freed
      }
      void withDevice(kind, id, nothing, new AbortController().signal, idle)
    })
    return free
  }
  let platform: number | undefined
  async function addServer(name: string, rack: number, unit: number, body: Body = {}) {
    if (platform === undefined) {
      const cpu_socket = await dc.made(dc.api.admin.post('/dci/v3/cpu_socket', { name: 'LGA' }))
      const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
      const plain = { name: 'One', type: 'server', server_size: 1, cpu_socket, ...sizes }
      platform = await dc.made(dc.api.admin.post('/dci/v3/platform', plain))
    }
    return dc.made(dc.api.admin.post('/dci/v3/server', { name, platform, rack, unit, ...body }))
  }
  return {
    ...dc,
    prisma,
    until,
    ended,
    done,
    hold,
    addSwitch,
    addPdu,
    addServer,
    snmp_params,
    /** Closed before the database. */
    closing,
    async close() {
      await worker?.stop(0)
      await closeTurns()
      for (const close of closing) await close()
      await dc.close()
    },
  }
}
export type DeviceFixture = Awaited<ReturnType<typeof deviceFixture>>
