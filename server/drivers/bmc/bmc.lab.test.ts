import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../e2e/lab/api.ts'
import { devicePath, labSignIn } from '../../../e2e/lab/device.ts'
import { soon } from '../../shared/testing/soon.ts'
import { bmcContract, guidPin } from './contract.ts'
import { bmcDriver } from './registry.ts'
import type { BmcConsole } from './types.ts'

const lab = currentLab()
const [real] = labDevices(lab, 'bmc')
if (!real) throw new Error('These tests need a lab with controllers: lab.ts up --bmcs 1')
const { address } = real
const target = () => ({ address, ...labSignIn.bmc })

const running = async () => (await inDevice(real, ['sh', '-c', 'kill -0 "$(cat /run/server/pid)"'])).code === 0
const boot = async () => (await inDevice(real, ['cat', '/run/server/boot'])).stdout.trim()
const printed = () => readFileSync(devicePath(lab, real, 'serial.log'), 'latin1')

/** What ipmitool says; without a suite named it asks for those there are, which the simulator does not answer for ten seconds. */
async function ipmitool(...words: string[]): Promise<string> {
  const { username, password } = labSignIn.bmc
  const login = ['-I', 'lanplus', '-C', '3', '-H', address, '-U', username, '-P', password]
  return (await promisify(execFile)('ipmitool', [...login, ...words], { timeout: 60_000 })).stdout
}

/** Types, and answers what came until `wanted` did. */
async function exchange(line: BmcConsole, typed: string, wanted: RegExp): Promise<string> {
  if (typed !== '') line.write(typed)
  let text = ''
  for await (const chunk of line.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (wanted.test(text)) break
  }
  return text
}

describe('a server behind a controller of OpenIPMI', () => {
  const bmc = bmcDriver('ipmi').connect(target())

  test('boots, takes a sign-in and a break on its serial console, and goes off when asked', async () => {
    await bmc.setPower('off', soon())
    expect(await ipmitool('chassis', 'power', 'status')).toMatch(/is off/)
    await bmc.setBoot({ device: 'pxe', persistent: false, uefi: false }, soon())
    const line = await bmc.sol({ takeOver: true }, soon())
    await bmc.setPower('on', soon())
    expect(await running()).toBe(true)
    expect(await ipmitool('chassis', 'power', 'status')).toMatch(/is on/)

    const said = await exchange(line, '', / login: /)
    expect(said).toContain('Linux version')
    expect(said).toContain(`${real.name} booted from pxe`)
    // The simulator takes the first packet of a console for a repetition when the previous console ended with that
    // number. A DEL is harmless.
    line.write('\x7f')
    await exchange(line, `${labSignIn.server.username}\r`, /Password: /)
    await exchange(line, `${labSignIn.server.password}\r`, /# /)
    expect(await exchange(line, 'echo "here: $(id -un)"\r', /here: root/)).toContain('here: root')

    await line.sendBreak()
    expect(await exchange(line, 'h', /sysrq: HELP/)).toContain('sysrq: HELP')

    await bmc.setPower('soft', soon())
    await expect.poll(() => bmc.power(soon()), { timeout: 30_000, interval: 50 }).toBe('off')
    expect(await running()).toBe(false)
    expect(await ipmitool('chassis', 'power', 'status')).toMatch(/is off/)
    await new Promise((resolve) => line.on('close', resolve).destroy())
    await bmc.close()
  })
})

bmcContract('a controller of OpenIPMI', {
  driver: bmcDriver('ipmi'),
  target,
  running,
  booted: () => expect.poll(printed, { timeout: 60_000, interval: 50 }).toContain(' login: '),
  boot,
  sensor: { name: 'FAN1', kind: 'Fan', unit: 'rpm', threshold: 25_200 },
  serial: 'SN0001',
  identity: guidPin,
  console: { type: '\r', comes: ' login: ' },
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

test.each([
  ['bmc_peer', 'ipmi', undefined],
  ['amt', 'amt', 16_993],
  ['redfish', 'redfish', undefined],
  ['hostile_bmc', 'ipmi', undefined],
] as const)('the other controllers of the lab answer: %s', async (kind, device, port) => {
  const [other] = labDevices(lab, kind)
  const bmc = bmcDriver(device).connect({ address: other!.address, ...labSignIn.bmc, ...(port && { port }) })
  await bmc.setPower('on', soon())
  expect(await bmc.power(soon())).toBe('on')
  await bmc.setPower('off', soon())
  expect(await bmc.power(soon())).toBe('off')
  await bmc.close()
})
