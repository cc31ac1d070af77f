import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authCapabilities } from './discovery.ts'
import { Link } from './link.ts'
import { PeerMachine } from './peer/machine.ts'
import { pause } from './session.ts'
import { testInventory, testSensors, testUsers } from './testing.ts'

/** A chassis in a file, as ipmi_sim asks for it: called with a folder, get or set, and names and values. */
const chassis = `#!/bin/sh
D=$1; op=$2; shift 2
while [ -n "$1" ]; do
  case "$op $1" in
    "get power") echo "power:$(cat "$D/power")"; shift;;
    "get boot") echo "boot:$(cat "$D/boot")"; shift;;
    "set power") echo "$2" >"$D/power"; shift 2;;
    "set shutdown") echo 0 >"$D/power"; shift 2;;
    "set boot") echo "$2" >"$D/boot"; shift 2;;
    "set identify") shift $#;;
    "set "*) echo "$1" >>"$D/log"; shift 2;;
    *) exit 1;;
  esac
done
`

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ')

/** Commands that give ipmi_sim the sensors and the inventory of the peer. */
function emulation(): string {
  const { sensors, records, fru } = new PeerMachine({ users: [], sensors: testSensors, inventory: testInventory })
  const lines = sensors.flatMap(({ number, type, raw, thresholds }) => {
    const [lnc, lc, lnr, unc, uc, unr] = thresholds.map((value) => value ?? 0)
    const bits = lnc ? '111111' : '111000'
    return [
      `sensor_add 0x20 0 ${number} ${type} 0x01`,
      `sensor_set_value 0x20 0 ${number} ${raw} 0`,
      `sensor_set_threshold 0x20 0 ${number} settable ${bits} ${[unr, uc, unc, lnr, lc, lnc].join(' ')}`,
      `sensor_set_event_support 0x20 0 ${number} enable scanning per-state 000111111000000 000111111000000 000111111000000 000111111000000`,
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

const configuration = (
  folder: string,
  address: string,
  port: number,
  serialPort: number,
  control: number,
) => `name "bmc"
set_working_mc 0x20
  startlan 1
    addr ${address} ${port}
    priv_limit admin
    allowed_auths_callback none md2 md5 straight
    allowed_auths_user none md2 md5 straight
    allowed_auths_operator none md2 md5 straight
    allowed_auths_admin none md2 md5 straight
    guid "DATAHALL-LAB-BMC"
  endlan
  console ${address} ${control}
  chassis_control "${folder}/chassis.sh ${folder}"
  sol "tcp:${address}:${serialPort}" 115200
  user 1 false "" "" user 10 none md2 md5 straight
${testUsers.map(({ id, name, password, privilege }) => `  user ${id} true "${name}" "${password}" ${['', '', 'user', 'operator', 'admin'][privilege]} 10 none md2 md5 straight`).join('\n')}
`

/** Runs OpenIPMI's simulator with the sensors, users and inventory of the peer; its serial port echoes. */
export async function startIpmiSim(address: string, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'datahall-ipmi-'))
  const sockets = new Set<Socket>()
  const serial = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  serial.listen(0, address)
  await once(serial, 'listening')
  const serialPort = (serial.address() as { port: number }).port
  await mkdir(join(folder, 'state'))
  const write = (name: string, text: string, mode = 0o644) => writeFile(join(folder, name), text, { mode })
  await write('chassis.sh', chassis, 0o755)
  await write('power', '0\n')
  await write('boot', 'default\n')
  await write('lan.conf', configuration(folder, address, port, serialPort, port + 1))
  await write('bmc.emu', emulation())
  const argv = ['-c', 'lan.conf', '-f', 'bmc.emu', '-s', 'state', '-n']
  const child = spawn('ipmi_sim', argv, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  await answers(address, port)
  return {
    folder,
    async close() {
      if (child.exitCode === null) {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      for (const socket of sockets) socket.destroy()
      serial.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when somebody answers to IPMI there. */
async function answers(address: string, port: number): Promise<void> {
  const signal = AbortSignal.timeout(30_000)
  for (;;) {
    const link = await Link.open(address, port, signal)
    try {
      await authCapabilities(link, signal, [100, 200, 400])
      return
    } catch (error) {
      if (signal.aborted) throw error
      await pause(50, signal)
    } finally {
      link.close()
    }
  }
}
