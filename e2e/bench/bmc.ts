// npm run bench, P8: the power state of 1,000 controllers, each an ipmi_sim of OpenIPMI, against ipmipower (freeipmi, one process in C
// that asks all at once) and ipmitool (a process each, eight at a time, over every tenth). Cipher suite 3 on all sides.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { IpmiBmc } from '../../server/drivers/bmc/ipmi/connection.ts'
import { ensurePackages } from '../lab/packages.ts'
import { must } from '../lab/run.ts'
import { addressOf, type Sweep, user } from './bmc/plan.ts'
import { type Goal, median, report, short } from './goals.ts'

const COUNT = Number(process.env.BENCH_BMCS ?? 1_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const STRIDE = 10

if (process.getuid?.() !== 0) {
  console.log('bmc: needs root, for port 623')
  process.exit(0)
}
await ensurePackages(['openipmi', 'ipmitool', 'freeipmi-tools'])
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bmcs-'))
const all = Array.from({ length: COUNT }, (_, i) => i)

const configuration = (i: number) => `name "bmc${i}"
set_working_mc 0x20
  startlan 1
    addr ${addressOf(i)} 623
    priv_limit admin
    allowed_auths_user none md2 md5 straight
    allowed_auths_operator none md2 md5 straight
    allowed_auths_admin none md2 md5 straight
    guid "bmc${String(i).padStart(13, '0')}"
  endlan
  user 1 false "" "" user 10 none md2 md5 straight
  user 2 true "${user.username}" "${user.password}" admin 10 none md2 md5 straight
`
writeFileSync(
  path.join(folder, 'bmc.emu'),
  'mc_setbmc 0x20\nmc_add 0x20 0x20 no-device-sdrs 0x01 1 45 0xbf 0x002a7c 0x0862\nmc_enable 0x20\n',
)

function start(i: number): ChildProcess {
  const own = path.join(folder, String(i))
  mkdirSync(path.join(own, 'state'), { recursive: true })
  writeFileSync(path.join(own, 'lan.conf'), configuration(i))
  const argv = ['-c', 'lan.conf', '-f', '../bmc.emu', '-s', 'state', '-n']
  return spawn('ipmi_sim', argv, { cwd: own, stdio: 'ignore' })
}

/** A new one takes milliseconds; on a busy host they queue for the processor. */
async function answers(i: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const bmc = new IpmiBmc({ address: addressOf(i), ...user, cipher: 3 })
    const done = await bmc.power(AbortSignal.timeout(5_000)).then(
      () => true,
      () => false,
    )
    await bmc.close()
    if (done) return
    if (tries > 50) throw new Error(`${addressOf(i)} does not answer`)
    await pause(100)
  }
}

async function ipmipower(): Promise<number> {
  const started = performance.now()
  const hosts = all.map(addressOf).join(',')
  const login = ['-u', user.username, '-p', user.password, '-I', '3']
  const said = await must(['ipmipower', '-h', hosts, ...login, '--stat'], { timeoutMs: 120_000 })
  const seconds = (performance.now() - started) / 1_000
  const off = said.split('\n').filter((line) => line.endsWith(': off')).length
  if (off !== COUNT) throw new Error(`ipmipower read ${off} of ${COUNT}`)
  return seconds
}

async function ipmitool(which: readonly number[]): Promise<number> {
  const started = performance.now()
  const login = `-I lanplus -C 3 -U ${user.username} -P ${user.password}`
  const one = `ipmitool ${login} -H "$1" chassis power status`
  const input = `${which.map(addressOf).join('\n')}\n`
  const said = await must(['xargs', '-P8', '-n1', 'sh', '-c', one, 'ask'], { input, timeoutMs: 120_000 })
  if (said.trim().split('\n').length !== which.length) throw new Error('ipmitool did not read all')
  return (performance.now() - started) / 1_000
}

const goal = (what: string, floor: number, aim: number): Goal => ({
  id: 'P8',
  what,
  ours: [],
  reference: [],
  unit: '/s',
  better: 'more',
  floor,
  aim,
})
const cold = goal(`power of ${COUNT} controllers, a session each, against ipmipower`, 0.8, 1)
const loop = goal('the same against ipmitool, a process each', 10, 20)
const warm = goal('in sessions that are open, as it is asked again and again, against ipmipower', 0.8, 1)
const memory: Goal = {
  ...goal('memory of the process that asks, above what it has before', 64, 64),
  unit: 'MiB',
  better: 'above',
}

const simulators = all.map(start)
/** A process of our side; a call has it ask all of them once. */
function startAsker(how: 'cold' | 'warm') {
  const child = spawn(process.execPath, [`${import.meta.dirname}/bmc/asker.ts`, String(COUNT), how], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask(): Promise<Sweep> {
      child.stdin.write('\n')
      const { value, done } = await lines.next()
      if (done) throw new Error('The process that asks has ended')
      return JSON.parse(value) as Sweep
    },
    kill: () => child.kill(),
  }
}
const [anew, kept] = [startAsker('cold'), startAsker('warm')]

const open: Pick<Goal, 'ours' | 'reference'> = { ours: [], reference: [] }

let holds = false
try {
  for (const i of all) await answers(i)
  const some = all.filter((i) => i % STRIDE === 0)
  await anew.ask()
  await kept.ask()
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = await anew.ask()
    const theirs = await ipmipower()
    const again = await kept.ask()
    const tools = await ipmitool(some)
    cold.ours.push(COUNT / fresh.seconds)
    cold.reference.push(COUNT / theirs)
    loop.ours.push(COUNT / fresh.seconds)
    loop.reference.push(some.length / tools)
    warm.ours.push(COUNT / again.seconds)
    warm.reference.push(COUNT / theirs)
    memory.ours.push(fresh.mib)
    memory.reference.push(fresh.before)
    open.ours.push(again.mib)
    open.reference.push(again.before)
  }
  holds = report('bmc', [cold, loop, warm, memory])
  console.log(`${COUNT} open sessions add ${short(median(open.ours) - median(open.reference))} MiB`)
} finally {
  anew.kill()
  kept.kill()
  const ends = simulators.map((each) => (each.exitCode === null ? once(each, 'exit') : null))
  for (const each of simulators) each.kill('SIGKILL')
  await Promise.all(ends)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
