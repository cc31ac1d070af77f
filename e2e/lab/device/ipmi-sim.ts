import { PeerMachine } from '../../../server/simulation/peers/ipmi/machine.ts'
import { serverSensors } from '../../../server/simulation/peers/ipmi/sensors.ts'
import { testInventory, testUsers } from '../../../server/simulation/peers/ipmi/testing.ts'

export type SimulatorPlan = {
  /** Name of the controller; its identity follows from it. */
  name: string
  address: string
  port: number
  /** Telnet server of the server's serial port. */
  serialPort: number
  /** Where the server speaks to its controller from inside: QEMU's `ipmi-bmc-extern`. */
  insidePort?: number
  /**
   * What switches the server: a program and its arguments, to which `get power`, `set power 1` and the like are added.
   */
  chassis: readonly string[]
  /** Serial number of the server, where it is to be the one that the server itself says. */
  serial?: string
}

/** Files with which OpenIPMI's `ipmi_sim -c lan.conf -f bmc.emu` has the sensors, users and inventory of our own peer in tests. */
export function simulatorFiles(plan: SimulatorPlan): { 'lan.conf': string; 'bmc.emu': string } {
  return { 'lan.conf': configuration(plan), 'bmc.emu': emulation(plan) }
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ')
const states = Array.from({ length: 4 }, () => '000111111000000').join(' ')

function emulation({ serial = testInventory.product.serial }: SimulatorPlan): string {
  const inventory = { ...testInventory, product: { ...testInventory.product, serial } }
  const { sensors, records, fru } = new PeerMachine({ users: [], sensors: serverSensors, inventory })
  const lines = sensors.flatMap(({ number, type, raw, thresholds }) => {
    const [lnc, lc, lnr, unc, uc, unr] = thresholds.map((value) => value ?? 0)
    const bits = lnc ? '111111' : '111000'
    return [
      `sensor_add 0x20 0 ${number} ${type} 0x01`,
      `sensor_set_value 0x20 0 ${number} ${raw} 0`,
      `sensor_set_threshold 0x20 0 ${number} settable ${bits} ${[unr, uc, unc, lnr, lc, lnc].join(' ')}`,
      `sensor_set_event_support 0x20 0 ${number} enable scanning per-state ${states}`,
    ]
  })
  return [
    'mc_setbmc 0x20',
    'mc_add 0x20 0x20 no-device-sdrs 0x01 1 45 0xbf 0x002a7c 0x0862',
    'sel_enable 0x20 512 0x0a',
    ...lines,
    ...records.map((record) => `main_sdr_add 0x20 ${hex(record)}`),
    `mc_add_fru_data 0x20 0 ${fru.length} data ${hex(fru)}`,
    'mc_enable 0x20',
    '',
  ].join('\n')
}

const privileges = ['', 'callback', 'user', 'operator', 'admin']

function configuration({ name, address, port, serialPort, insidePort, chassis }: SimulatorPlan): string {
  const users = testUsers.map(
    (user) =>
      `  user ${user.id} true "${user.name}" "${user.password}" ${privileges[user.privilege]} 10 none md2 md5 straight`,
  )
  // A slot that is not named here never lets anybody in.
  const free = [5, 6].map((slot) => `  user ${slot} false "" "" user 10 none md2 md5 straight`)
  return `name "bmc"
set_working_mc 0x20
  startlan 1
    addr ${address} ${port}
    priv_limit admin
    allowed_auths_callback none md2 md5 straight
    allowed_auths_user none md2 md5 straight
    allowed_auths_operator none md2 md5 straight
    allowed_auths_admin none md2 md5 straight
    guid "${name.padEnd(16, '.').slice(0, 16)}"
  endlan
  console 127.0.0.1 19000
  chassis_control "${chassis.join(' ')}"
  sol "telnet:127.0.0.1:${serialPort}" 115200
${insidePort ? `  serial 15 127.0.0.1 ${insidePort} codec VM\n` : ''}  user 1 false "" "" user 10 none md2 md5 straight
${users.join('\n')}
${free.join('\n')}
`
}
