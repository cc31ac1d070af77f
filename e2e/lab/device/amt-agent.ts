import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { appendFileSync, existsSync, watch, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { selfSignedCertificate } from '../../../server/protocols/pinned-http/self-signed.ts'
import { startAmtPeer } from '../../../server/simulation/devices/bmc/amt-peer.ts'
import { SimulatedMachine } from '../../../server/simulation/devices/bmc/machine.ts'
import { SimulatedScreen } from '../../../server/simulation/devices/bmc/screen.ts'

// Runs inside a lab controller with Intel AMT over TLS. Behind it a server that is a QEMU while it is switched on: its serial port
// is on SOL, its screen on KVM redirection, from QEMU's own VNC server.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_USER = '', DEVICE_PASSWORD = '', DEVICE_DIR = '' } = process.env
const { LAB_KERNEL = '', LAB_INITRD = '' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
const vnc = '/run/vnc'
const noScreen = '/run/no-screen'
const serialLog = join(DEVICE_DIR, 'serial.log')

class Server extends SimulatedMachine {
  #qemu: ChildProcessWithoutNullStreams | null = null

  constructor() {
    super(DEVICE_NAME)
    this.on('boot', (from) => this.#start(from))
    this.on('power', (on) => {
      if (!on) this.#stop()
    })
  }

  override type(data: Buffer): void {
    this.#qemu?.stdin.write(data)
  }

  #start(from: string): void {
    this.#stop()
    const words = 'console=ttyS0,115200 quiet mitigations=off edd=off panic=1'
    const machine = '-accel tcg -machine pc -cpu qemu64 -m 96 -nodefaults -vga std -serial stdio -monitor none'.split(
      ' ',
    )
    const system = ['-kernel', LAB_KERNEL, '-initrd', LAB_INITRD]
    const append = ['-append', `${words} lab.name=${DEVICE_NAME} lab.boot=${from}`]
    writeFileSync(serialLog, '')
    const qemu = spawn('qemu-system-x86_64', [...machine, '-vnc', `unix:${vnc}`, ...system, ...append])
    qemu.stdin.on('error', () => {})
    qemu.stdout.on('data', (data: Buffer) => {
      appendFileSync(serialLog, data)
      this.emit('serial', data)
    })
    qemu.stderr.on('data', (data: Buffer) => appendFileSync(join(DEVICE_DIR, 'qemu.log'), data))
    // It may switch itself off.
    qemu.on('exit', () => {
      if (this.#qemu === qemu) this.power(false, 'by itself')
    })
    this.#qemu = qemu
  }

  #stop(): void {
    const qemu = this.#qemu
    this.#qemu = null
    qemu?.kill('SIGKILL')
  }
}

const machine = new Server()
// Without power there is a screen too, with nothing on it; who watches it comes to the other when there is one.
const dark = new SimulatedScreen(machine)
const watching = new Set<Duplex>()
machine.on('boot', () => {
  for (const stream of watching) stream.destroy()
})
const screen = () => {
  const stream = machine.running ? connect(vnc) : dark.open()
  watching.add(stream)
  return stream.once('close', () => watching.delete(stream))
}
// Tests make that file, to have a controller that shows no screen.
watch('/run', () => {
  machine.screenOff = existsSync(noScreen)
})
await startAmtPeer({
  machine,
  screen,
  username: DEVICE_USER,
  password: DEVICE_PASSWORD,
  tls: selfSignedCertificate(DEVICE_NAME),
  address,
  httpPort: 16_993,
  redirectionPort: 16_995,
})
console.log('ready')
