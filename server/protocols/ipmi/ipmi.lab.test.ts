import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLab, labDevices } from '../../../e2e/lab/api.ts'
import { labSignIn } from '../../../e2e/lab/device.ts'
import { soon } from '../../shared/testing/soon.ts'
import { testPeer } from '../../simulation/peers/ipmi/testing.ts'
import { chassisStatus } from './commands/chassis.ts'
import { deviceId } from './commands/device.ts'
import { listUsers, setUserPassword } from './commands/users.ts'
import { type IpmiTarget, openSession } from './open.ts'

describe('OpenIPMI', () => {
  const [sim] = labDevices(currentLab(), 'bmc')
  if (!sim) throw new Error('These tests need a lab with controllers: lab.ts up --bmcs 1')
  const target = (more: Partial<IpmiTarget> = {}): IpmiTarget => ({ address: sim.address, ...labSignIn.bmc, ...more })

  it('takes cipher suite 3, and sessions of IPMI 1.5 when asked', async () => {
    for (const version of [2, 1.5] as const) {
      const session = await openSession(target({ version }), soon())
      expect(session.suite).toBe(version === 2 ? 3 : null)
      expect(await deviceId(session, soon())).toMatchObject({ manufacturer: 10_876, ipmiVersion: '2.0' })
      await session.close()
    }
  })

  it.each([
    ['password', { password: 'wrong' }, 'password'],
    ['user', { username: 'nobody' }, 'user'],
    ['cipher suite', { suites: [17] }, 'cipher'],
  ])('tells a wrong %s', async (_what, more, kind) => {
    await expect(openSession(target(more), soon())).rejects.toMatchObject({ kind })
  })

  it('changes a password, which then holds', async () => {
    const session = await openSession(target(), soon())
    expect((await listUsers(session, soon()))[3]).toMatchObject({ id: 4, name: 'viewer', privilege: 2 })
    await setUserPassword(session, 4, 'another', soon())
    const viewer = await openSession(target({ username: 'viewer', password: 'another' }), soon())
    expect(await chassisStatus(viewer, soon())).toHaveProperty('powerOn')
    await viewer.close()
    await setUserPassword(session, 4, 'view-secret', soon())
    await session.close()
  })
})

describe('ipmitool finds our peer to be a controller', () => {
  let made: Awaited<ReturnType<typeof testPeer>>
  beforeAll(async () => {
    made = await testPeer()
    made.machine.setPower(true)
  })
  afterAll(() => made.close())

  const ipmitool = async (...args: string[]) => {
    const login = [
      '-I',
      'lanplus',
      '-H',
      '127.0.0.1',
      '-p',
      String(made.peer.port),
      '-U',
      'ADMIN',
      '-P',
      'admin-secret',
    ]
    return (await promisify(execFile)('ipmitool', [...login, ...args], { timeout: 60_000 })).stdout
  }

  it.each(['3', '17', ''])('with cipher suite %s', async (number) => {
    const suite = number === '' ? [] : ['-C', number]
    expect(await ipmitool(...suite, 'mc', 'info')).toMatch(/Firmware Revision +: 1\.45/)
    const sensors = await ipmitool(...suite, 'sensor', 'list')
    expect(sensors).toMatch(/FAN1 +\| 5400\.000 +\| RPM +\| ok/)
    expect(sensors).toMatch(/12V +\| 12\.033 +\| Volts +\| ok/)
  })

  it('and switches, reads and sets it', async () => {
    expect(await ipmitool('chassis', 'power', 'off')).toMatch(/Down\/Off/)
    expect(made.machine.on).toBe(false)
    await ipmitool('chassis', 'bootdev', 'pxe', 'options=efiboot')
    expect(made.machine.boot).toEqual({ device: 'pxe', persistent: false, efi: true })
    expect(await ipmitool('sel', 'list')).toMatch(/System ACPI Power State/)
    expect(await ipmitool('fru', 'print')).toMatch(/Product Serial +: SN0001/)
    expect(await ipmitool('user', 'list', '1')).toMatch(/3 +oper .* OPERATOR/)
    expect(await ipmitool('lan', 'print', '1')).toMatch(/MAC Address +: 02:00:00:00:00:01/)
  })
})
