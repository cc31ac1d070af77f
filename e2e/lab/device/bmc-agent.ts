import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { authCapabilities } from '../../../server/protocols/ipmi/discovery.ts'
import { Link } from '../../../server/protocols/ipmi/link.ts'
import { simulatorFiles } from './ipmi-sim.ts'

// Runs inside a lab controller: OpenIPMI's simulator, and behind it a server that is a QEMU while it is switched on. Between the
// two a relay of the serial port: the simulator finds it there whether the machine runs or not (otherwise it looks every ten
// seconds), and the machine begins when the relay listens. The bytes are telnet's both ways, for the break.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_DIR = '', DEVICE_SERIAL, LAB_FOLDER = '' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
const folder = '/run/server'
const serialPort = 19_001
const insidePort = 19_002
const serialLog = join(DEVICE_DIR, 'serial.log')

mkdirSync(join(folder, 'state'), { recursive: true })
writeFileSync(join(folder, 'boot'), 'default\n')
execFileSync('mkfifo', [join(folder, 'monitor.in'), join(folder, 'monitor.out')])
const chassis = ['/bin/sh', join(LAB_FOLDER, 'shell/chassis.sh'), folder]
const files = simulatorFiles({
  name: DEVICE_NAME,
  address,
  port: 623,
  serialPort,
  insidePort,
  chassis,
  serial: DEVICE_SERIAL,
})
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

let simulator: Socket | null = null
let machine: Socket | null = null
const relay = createServer((socket) => {
  simulator?.destroy()
  simulator = socket
  socket.setNoDelay(true)
  socket.on('error', () => {}).on('data', (data) => machine?.write(data))
  socket.on('close', () => {
    if (simulator === socket) simulator = null
  })
}).listen(serialPort, '127.0.0.1')
await once(relay, 'listening')

// As slow as a serial port: the simulator holds 16 KiB, and when that is full while a console ends, or does not acknowledge for
// seconds, it never reads the port again.
const [tickMs, aTick, mostHeld] = [50, 1_024, 65_536]
let held: Buffer = Buffer.alloc(0)
setInterval(() => {
  if (held.length === 0) return
  simulator?.write(held.subarray(0, aTick))
  held = held.subarray(aTick)
  if (held.length < mostHeld) machine?.resume()
}, tickMs)

/** Takes the serial port of a server that has just been switched on. */
async function take(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(join(folder, 'serial'))
    const open = await new Promise<boolean>((resolve) => {
      socket.on('error', () => resolve(false)).on('connect', () => resolve(true))
    })
    if (open) {
      machine = socket
      socket.on('data', (data) => {
        appendFileSync(serialLog, data)
        held = Buffer.concat([held, data])
        if (held.length > mostHeld) socket.pause()
      })
      // However it ends: a server that is switched off may reset the connection.
      await new Promise((resolve) => socket.on('close', resolve))
      machine = null
      return
    }
    socket.destroy()
    await pause(20)
  }
}

function running(): boolean {
  try {
    return process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0)
  } catch {
    return false
  }
}

// One connection at a time: a second would wait in the queue until the first has ended, and then be taken for new.
let following = false
watch(folder, async (_event, name) => {
  if (name !== 'pid' || following) return
  following = true
  while (running()) await take()
  following = false
})

/** The simulator has been seen to die of packets it did not expect. */
function supervise(): void {
  const log = join(DEVICE_DIR, 'ipmi_sim.log')
  const argv = ['-c', 'exec ipmi_sim -c lan.conf -f bmc.emu -s state -n >> "$0" 2>&1', log]
  spawn('/bin/sh', argv, { cwd: folder, stdio: 'ignore' }).on('exit', () => setTimeout(supervise, 200))
}
supervise()

for (;;) {
  const link = await Link.open(address, 623, AbortSignal.timeout(10_000))
  const answered = await authCapabilities(link, AbortSignal.timeout(10_000), [50, 100]).then(
    () => true,
    () => false,
  )
  link.close()
  if (answered) break
  await pause(20)
}
console.log('ready')
