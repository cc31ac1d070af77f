import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startIpmiSim } from '../../protocols/ipmi/ipmi-sim.ts'
import { bmcContract } from './contract.ts'
import { bmcDriver } from './registry.ts'

const port = 4_208
let sim: Awaited<ReturnType<typeof startIpmiSim>>
const target = () => ({ address: '127.0.0.1', port, username: 'ADMIN', password: 'admin-secret' })
const state = async (name: string) => (await readFile(join(sim.folder, name), 'utf8')).trim()

beforeAll(async () => {
  sim = await startIpmiSim('127.0.0.1', port)
})
afterAll(() => sim.close())

bmcContract('a controller of OpenIPMI', {
  driver: bmcDriver('ipmi'),
  target,
  running: async () => (await state('power')) === '1',
  boot: () => state('boot'),
  sensor: { name: 'FAN1', kind: 'Fan', unit: 'rpm', threshold: 25_200 },
  serial: 'SN0001',
  console: { type: 'hello\r', comes: 'hello' },
  refusals: [
    { what: 'password', target: () => ({ ...target(), password: 'no' }), code: 'device_rejected', words: /password/ },
    { what: 'user', target: () => ({ ...target(), username: 'no' }), code: 'device_rejected', words: /know this user/ },
    {
      what: 'cipher suite',
      target: () => ({ ...target(), cipher: 17 }),
      code: 'device_rejected',
      words: /cipher suite/,
    },
    // Not privilege: the simulator grants any that is asked for.
  ],
})
