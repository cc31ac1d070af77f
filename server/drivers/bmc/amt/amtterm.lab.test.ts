import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AmtPeer, startAmtPeer } from '../../../simulation/devices/bmc/amt-peer.ts'
import { SimulatedMachine } from '../../../simulation/devices/bmc/machine.ts'

/** Runs amtterm until a line was seen, or to its end. */
function amtterm(port: number, password: string, until: string, type = ''): Promise<string> {
  const program = spawn('amtterm', ['-v', '127.0.0.1', String(port)], {
    env: { ...process.env, AMT_PASSWORD: password },
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (data: Buffer) => {
      said += data.toString()
      if (type && said.includes('connected now')) {
        program.stdin.write(type)
        type = ''
      }
      if (said.includes(until)) program.kill()
    }
    program.stdout.on('data', hear)
    program.stderr.on('data', hear)
    program.on('error', reject)
    program.on('close', () => resolve(said))
  })
}

describe('amtterm takes the simulated controller for one', () => {
  const machine = new SimulatedMachine()
  let peer: AmtPeer
  beforeAll(async () => {
    peer = await startAmtPeer({ machine, username: 'admin', password: 'P@ssw0rd' })
    machine.power(true, 'test')
  })
  afterAll(() => peer.close())

  test('serial port', async () => {
    const said = await amtterm(peer.redirectionPort, 'P@ssw0rd', 'echo of this', 'echo of this\n')
    expect(said).toContain('RUN_SOL')
    expect(said).toContain('echo of this')
  })

  test('wrong password', async () => {
    expect(await amtterm(peer.redirectionPort, 'wrong', 'authentication failed')).toContain('authentication failed')
  })
})
