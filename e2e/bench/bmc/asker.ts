// Our side of P8 in a process of its own: `asker.ts COUNT HOW`. For each line it gets it asks every controller for its power and answers
// a line of JSON. `cold`: in a session opened for it, as ipmipower does; `warm`: in one that is open.
import { createInterface } from 'node:readline'
import { IpmiBmc } from '../../../server/drivers/bmc/ipmi/connection.ts'
import { addressOf, type Sweep, user } from './plan.ts'

const AT_ONCE = 32
const memory = () => process.memoryUsage.rss() / 2 ** 20
const before = memory()
const count = Number(process.argv[2])
const connect = (i: number) => new IpmiBmc({ address: addressOf(i), ...user, cipher: 3 })
const warm = process.argv[3] === 'warm'
const kept = Array.from({ length: count }, (_, i) => connect(i))

async function sweep(): Promise<Sweep> {
  const started = performance.now()
  const signal = AbortSignal.timeout(120_000)
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let i = next++; i < count; i = next++) {
        const bmc = warm ? kept[i]! : connect(i)
        const power = await bmc.power(signal)
        if (power !== 'off') throw new Error(`${addressOf(i)} is ${power}`)
        if (!warm) await bmc.close()
      }
    }),
  )
  return { seconds: (performance.now() - started) / 1_000, mib: memory(), before }
}

for await (const _ of createInterface({ input: process.stdin })) console.log(JSON.stringify(await sweep()))
process.exit(0)
