// npm run bench -- sign-in, P35: ten sign-ins a second over HTTP at a built panel, from networks the accounts are known in, and what a
// reader of lists notices of them; then 50,000 tries of one password on as many accounts from 1,000 networks: how many reach the hash.
import { setTimeout as wait } from 'node:timers/promises'
import { ADMIN, type PanelProcess, startPanel } from '../support/panel-process.ts'
import { median, report } from './goals.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const SPRAYED = Number(process.env.BENCH_TRIES ?? 50_000)
const PER_SECOND = 10
const PEOPLE = 50

// Each request says where it comes from, as behind a proxy.
const METRICS = 'figures-of-this-measurement'
const env = { DATAHALL_TRUSTED_PROXIES: '127.0.0.1', DATAHALL_RATE_LIMIT: '0', DATAHALL_METRICS_TOKEN: METRICS }
const panel = await startPanel({ env })
async function post(path: string, body: object, ip: string, token?: string) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip, ...(token && { 'x-xsrf-token': token }) }
  const from = performance.now()
  const answer = await fetch(panel.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, body: JSON.parse(text), ms: performance.now() - from }
}

const signIn = (email: string, password: string, ip: string) => post('/auth/v4/public/token', { email, password }, ip)

async function measure({ address }: PanelProcess) {
  const home = '198.18.0.1'
  const { token } = (await signIn(ADMIN.email, ADMIN.password, home)).body as { token: string }
  const people = Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.com`)
  for (const email of people) {
    await post('/auth/v4/user', { email, password: ADMIN.password, role: '@user' }, home, token)
    await signIn(email, ADMIN.password, home)
  }
  const times: number[] = []
  const reads: number[] = []
  const running: Promise<unknown>[] = []
  for (let n = 0; n < SECONDS * PER_SECOND; n++) {
    running.push(
      signIn(people[n % PEOPLE] as string, ADMIN.password, home).then(({ status, ms }) => {
        times.push(status === 201 ? ms : Number.POSITIVE_INFINITY)
      }),
    )
    if (n % PER_SECOND === 0) running.push(read(address, token, reads))
    await wait(1000 / PER_SECOND)
  }
  await Promise.all(running)
  const before = await hashes(address)
  const from = performance.now()
  const statuses = await spray()
  const minutes = (performance.now() - from) / 60_000
  const reached = (await hashes(address)) - before
  const known = await signIn(people[0] as string, ADMIN.password, home)
  console.log(
    `${SPRAYED} tries in ${minutes.toFixed(1)} min: ${[...statuses].map(([status, n]) => `${n}x ${status}`).join(', ')}; ${reached} hashes; a known network meanwhile: ${known.status}`,
  )
  console.log(
    `sign-in p50 ${Math.round(median(times))} ms, p95 ${Math.round(p95(times))} ms; a list meanwhile p95 ${Math.round(p95(reads))} ms`,
  )
  const none = { reference: [0], better: 'above' as const }
  return [
    {
      ...none,
      id: 'P35',
      what: `p95 of a sign-in at ${PER_SECOND}/s`,
      ours: [p95(times)],
      unit: 'ms',
      floor: 400,
      aim: 250,
    },
    { ...none, id: 'P35', what: 'p95 of a list meanwhile', ours: [p95(reads)], unit: 'ms', floor: 200, aim: 50 },
    {
      ...none,
      id: 'P35',
      what: `hashes of ${SPRAYED.toLocaleString('en')} sprayed tries`,
      ours: [known.status === 201 ? reached : Number.POSITIVE_INFINITY],
      unit: 'hashes',
      floor: SPRAYED / 1000,
      aim: SPRAYED / 1000,
    },
  ]
}

async function read(address: string, token: string, times: number[]) {
  const from = performance.now()
  await (
    await fetch(`${address}/auth/v4/user`, { headers: { 'x-xsrf-token': token, 'x-forwarded-for': '198.18.0.1' } })
  ).text()
  times.push(performance.now() - from)
}

async function spray() {
  const statuses = new Map<number, number>()
  let n = 0
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      while (n < SPRAYED) {
        const mine = n++
        const ip = `10.${Math.floor((mine % 1000) / 250)}.${mine % 250}.7`
        const { status } = await signIn(`sprayed${mine}@example.com`, 'Summer-2026', ip)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  return statuses
}

async function hashes(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })).text()
  return Number(/^datahall_password_hashes_total (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

function p95(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

let holds = false
try {
  holds = report('sign-in', await measure(panel))
} finally {
  await panel.stop()
}
process.exit(holds ? 0 : 1)
