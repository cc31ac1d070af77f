import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bmcDriver } from '../../server/drivers/bmc/registry.ts'
import type { BmcConnection, BmcConsole } from '../../server/drivers/bmc/types.ts'
import { connectSsh } from '../../server/protocols/ssh/connect.ts'
import type { SshConnection } from '../../server/protocols/ssh/connection.ts'
import { soon } from '../../server/shared/testing/soon.ts'
import { currentLab, inDevice, type LabDevice, labDevices } from './api.ts'
import { type BootServices, provisionedAddress, startBootServices } from './boot-services.ts'
import { devicePath, labSignIn } from './device.ts'
import { writeCounter, writeStartScript } from './disk-content.ts'
import { run } from './run.ts'
import { serverSystem } from './server.ts'

const lab = currentLab()
const [location] = labDevices(lab, 'location')
const servers = labDevices(lab, 'server')
if (!location?.host || servers.length < 2)
  throw new Error('These tests need a lab with servers: lab.ts up --locations 1 --servers 2')
const { host } = location

const bmcs = new Map<string, BmcConnection>()
let ssh: SshConnection
let services: BootServices

beforeAll(async () => {
  const auth = { password: host.password }
  const target = { address: location.address, port: host.ssh_port, username: host.user, auth, hostKey: null }
  ssh = await connectSsh(target, soon())
  services = await startBootServices(ssh, host, servers, await serverSystem(lab), soon())
  for (const { name, address } of servers) bmcs.set(name, bmcDriver('ipmi').connect({ address, ...labSignIn.bmc }))
})
afterAll(async () => {
  for (const bmc of bmcs.values()) {
    await bmc.setPower('off', soon())
    await bmc.close()
  }
  await services.stop()
  ssh.close()
})

const bmcOf = ({ name }: LabDevice) => bmcs.get(name) as BmcConnection
const asked = (server: LabDevice) => services.requests(provisionedAddress(host.provisioning, server))
const machine = async (server: LabDevice) => (await inDevice(server, ['cat', '/run/server/pid'])).stdout.trim()
const file = (server: LabDevice, at: number) => devicePath(lab, server, server.hardware?.disks[at]?.file ?? '')
/** What each firmware says when none of the disks boots. */
const nothing = /No bootable device\.|Shell> /
/** Where a start ends that finds nothing on disks, or after all something elsewhere. */
const end = new RegExp(`${nothing.source}| login: `)

/** Types, and answers what came until `wanted` did. */
async function exchange(line: BmcConsole, typed: string, wanted: RegExp): Promise<string> {
  if (typed !== '') line.write(typed)
  let text = ''
  for await (const chunk of line.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (wanted.test(text)) break
  }
  expect(text).toMatch(wanted)
  return text
}

async function signIn(line: BmcConsole): Promise<void> {
  // The simulator takes the first packet of a console for a repetition when the previous console ended with that number.
  line.write('\x7f')
  await exchange(line, `${labSignIn.server.username}\r`, /Password: /)
  await exchange(line, `${labSignIn.server.password}\r`, /# /)
}

test('who is plugged into the location reaches its control host, and neither panel nor controllers', async () => {
  const { address, prefix, network } = host.provisioning
  const inside = (...argv: string[]) => run(['nsenter', `--net=/proc/${location.process.pid}/fd/9`, '--', ...argv])
  const ping = async (to: string) => (await inside('ping', '-c', '1', '-W', '1', to)).code === 0
  const own = `${network.replace(/0\/\d+$/, '9')}/${prefix}`
  await inside('ip', 'address', 'add', own, 'dev', 'br0')
  // Even where the way back is known.
  const back = ['route', 'add', network, 'via', location.address]
  await run(['ip', ...back])
  await Promise.all(servers.map((server) => inDevice(server, ['ip', ...back])))
  try {
    await inside('ip', 'route', 'add', 'default', 'via', address)
    expect(await ping(address)).toBe(true)
    for (const hidden of [lab.panel.address, ...servers.map((server) => server.address)])
      expect(await ping(hidden), hidden).toBe(false)
  } finally {
    await inside('ip', 'address', 'delete', own, 'dev', 'br0')
    await run(['ip', 'route', 'delete', network])
  }
})

describe.each(servers)('$name, $hardware.firmware', (server) => {
  const bmc = () => bmcOf(server)
  const mac = server.hardware?.mac ?? ''
  let line: BmcConsole

  test('boots from its network card once when its controller was told to', async () => {
    await bmc().setPower('off', soon())
    await bmc().setBoot({ device: 'pxe', persistent: false, uefi: server.hardware?.firmware === 'uefi' }, soon())
    line = await bmc().sol({ takeOver: true }, soon())
    await bmc().setPower('on', soon())
    expect(await exchange(line, '', / login: /)).toMatch(`${server.name} booted from network`)
    const paths = await asked(server)
    expect(paths[0]).toBe(`GET /boot/${mac.replaceAll(':', '-')}/script 200`)
    expect(paths.slice(1)).toEqual([expect.stringMatching(/^GET \/a\/\w{64} 200$/), expect.stringMatching(/ 200$/)])
  })

  test('says what it is, and restarts from its disks without ending', async () => {
    const before = { asked: await asked(server), dhcp: await services.dhcp(mac), machine: await machine(server) }
    await signIn(line)
    const dmi = await exchange(
      line,
      'cat /sys/class/dmi/id/product_serial /sys/class/dmi/id/product_uuid; echo en""d\r',
      /^end/m,
    )
    expect(dmi).toContain(`${server.hardware?.serial}\r\n${server.hardware?.uuid}\r\n`)
    expect(await exchange(line, 'reboot -f\r', end)).toMatch(nothing)
    expect(await machine(server)).toBe(before.machine)
    expect(await bmc().power(soon())).toBe('on')
    expect(await asked(server)).toEqual(before.asked)
    expect(await services.dhcp(mac)).toEqual(before.dhcp)
  })

  test('does not boot from the network after its power was cycled', async () => {
    const before = { asked: await asked(server), dhcp: await services.dhcp(mac), machine: await machine(server) }
    await bmc().setPower('cycle', soon())
    expect(await exchange(line, '', end)).toMatch(nothing)
    expect(await machine(server)).not.toBe(before.machine)
    expect(await asked(server)).toEqual(before.asked)
    expect(await services.dhcp(mac)).toEqual(before.dhcp)
  })

  test('boots from its disk, which it keeps', async () => {
    await bmc().setPower('off', soon())
    if (server.hardware?.firmware === 'bios') {
      writeCounter(file(server, 0))
      for (const count of [1, 2]) {
        await bmc().setPower('on', soon())
        await exchange(line, '', new RegExp(`start ${count} from disk`))
        await bmc().setPower('off', soon())
      }
    } else {
      const words = `console=ttyS0,115200 quiet mitigations=off lab.name=${server.name} lab.boot=disk`
      await writeStartScript(file(server, 0), await serverSystem(lab), words, devicePath(lab, server, 'startup.nsh'))
      await bmc().setPower('on', soon())
      expect(await exchange(line, '', / login: /)).toContain(`${server.name} booted from disk`)
      await bmc().setPower('off', soon())
    }
    await new Promise((resolve) => line.on('close', resolve).destroy())
  })
})
