// Inside the lab: see ../guests.ts.
import { loadavg } from 'node:os'
import { guestSays } from '../../support/guest-command.ts'
import { GUEST_PASSWORD } from '../../support/slice.ts'
import { calm } from '../calm.ts'
import { type Goal, report, short } from '../goals.ts'
import { pace, startBusy } from './busy.ts'
import { startPlace } from './place.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const MIB = Number(process.env.BENCH_MIB ?? 128)
/** Seconds that a busy guest is looked at without a backup, before and after one. */
const ALONE_MS = 10_000

const place = await startPlace()
const { rest } = place
const wait = (ms: number) => new Promise((go) => setTimeout(go, ms))
const seconds = (from: number) => (performance.now() - from) / 1000

/** From the call to the prompt on the serial port: a VM that is off, and one that is made of a backup. */
async function starts(id: number, backup: number, round: number) {
  const { internal_name } = await place.host(id)
  await place.done(rest.post(`/vm/v3/host/${id}/stop`, { force: true }))
  const before = await place.promptsOf(internal_name)
  await calm()
  let from = performance.now()
  const start = await place.begun(rest.post(`/vm/v3/host/${id}/start`, {}))
  await place.prompted(internal_name, before + 1)
  const ordinary = seconds(from)
  await rest.ended(start.task)
  await place.done(rest.post(`/vm/v3/host/${id}/stop`, { force: true }))

  await calm()
  from = performance.now()
  const made = await place.begun(
    rest.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: `at-once-${round}`, at_once: true }),
  )
  await place.prompted((await place.host(made.id)).internal_name, 1)
  const atOnce = seconds(from)
  const { status, error } = await rest.ended(made.task)
  if (status !== 'complete') throw new Error(`The restore: ${error?.msg}`)
  const whole = seconds(from)
  await place.done(rest.delete(`/vm/v3/host/${made.id}`))
  return { ordinary, atOnce, whole }
}

/**
 * What a guest that only writes gets done in a second: alone, while the disk of another VM on the node is backed up, and while its own is. Guest, node,
 * panel and location share the cores of this machine: what a backup takes of them is in both of the latter.
 */
async function busy(id: number, address: string, other: number, round: number) {
  const guest = await startBusy(address)
  await wait(ALONE_MS)
  const from = await guest.now()
  async function backUp(host: number, name: string) {
    const location = await place.location(`${name}-${round}`)
    const [begin, since] = [await guest.now(), performance.now()]
    await place.done(rest.post(`/vm/v3/host/${host}/backup`, { backup_locations: [location] }))
    return { begin, took: seconds(since), end: await guest.now() }
  }
  const others = await backUp(other, 'other')
  const own = await backUp(id, 'own')
  await wait(ALONE_MS)
  const end = await guest.now()
  const written = await guest.stop()
  const apart = ALONE_MS / 1000
  const alone = (pace(written, from - apart, from) + pace(written, end - apart, end)) / 2
  const beside = (one: { begin: number; end: number }) => pace(written, one.begin, one.end)
  return { alone, besideOther: beside(others), beside: beside(own), took: own.took }
}

/** A VM with random content on its disk. */
async function filled(name: string) {
  const vm = await place.vm(name, MIB * 2 + 192)
  const fill = `dd if=/dev/urandom of=/root/data bs=64k count=${MIB * 16} 2>/dev/null; sync`
  await guestSays(vm.address, GUEST_PASSWORD, fill)
  return vm
}

let holds = false
try {
  const { id, address } = await filled('bench')
  const { id: other } = await filled('other')
  const vault = await place.location('vault')
  await place.done(rest.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault] }))
  const backup = (await rest.get(`/vm/v3/host/${id}/backup`)).body.list[0].id
  const goal = { id: 'guests', ours: [] as number[], reference: [] as number[] }
  const atOnce: Goal = {
    ...goal,
    what: 'restored at once, from the call to the prompt to sign in, against an ordinary start',
    unit: 's',
    better: 'less',
    floor: 1.5,
    aim: 1.5,
  }
  const disk: Goal = {
    ...{ ...goal, ours: [], reference: [] },
    what: 'writes of a busy guest while its disk is backed up, over those while another disk of the node is',
    unit: 'MiB/s',
    better: 'more',
    floor: 0.85,
    aim: 0.95,
  }
  for (let round = 1; round <= ROUNDS; round++) {
    const one = await starts(id, backup, round)
    atOnce.ours.push(one.atOnce)
    atOnce.reference.push(one.ordinary)
    const figures = `ordinary start ${short(one.ordinary)} s, at once ${short(one.atOnce)} s, whole after ${short(one.whole)} s`
    console.log(`${figures} (load ${short(loadavg()[0] ?? 0)})`)
  }
  await place.done(rest.post(`/vm/v3/host/${id}/start`, {}))
  await place.answers(address)
  for (let round = 1; round <= ROUNDS; round++) {
    await calm()
    const one = await busy(id, address, other, round)
    disk.ours.push(one.beside)
    disk.reference.push(one.besideOther)
    const figures = `alone ${short(one.alone)} MiB/s, beside the backup of another VM ${short(one.besideOther)} MiB/s, beside its own ${short(one.beside)} MiB/s, which took ${short(one.took)} s`
    console.log(`${figures} (load ${short(loadavg()[0] ?? 0)})`)
  }
  holds = report('guests', [atOnce, disk])
} finally {
  await place.close()
}
process.exit(holds ? 0 : 1)
