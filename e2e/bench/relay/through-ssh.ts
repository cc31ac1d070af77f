// Inside the lab: see ../consoles.ts.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SshTarget } from '../../../server/protocols/ssh/connect.ts'
import { generateKeyPair } from '../../../server/protocols/ssh/keys.ts'
import { currentLab, type LabNode } from '../../lab/api.ts'
import { connectToNode } from '../creation/seen.ts'
import { report } from '../goals.ts'
import { type Device, devicePorts, ourPort, referencePort } from './ports.ts'
import { ask, ended, forked, goal, listening, type Side, startWebsockify, stream, type Trip } from './sides.ts'
import { openTicketOffice } from './tickets.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const devices = Object.keys(devicePorts) as Device[]
/** Where the reference's tunnel ends on this side. */
const tunnelPort = (device: Device) => devicePorts[device] + 100

const node = currentLab().nodes[0]!
const folder = mkdtempSync(path.join(tmpdir(), 'consoles-bench-'))
const key = generateKeyPair('bench')
const keyFile = path.join(folder, 'key')
writeFileSync(keyFile, key.privateKey, { mode: 0o600 })
const owner = await connectToNode(node)
await owner.authorizeKey(key.publicKey, new AbortController().signal)
owner.close()

/** The devices on the node's own loopback: its network, our files. */
const source = fork(path.join(import.meta.dirname, 'source.ts'), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  execPath: 'nsenter',
  execArgv: [`--net=/proc/${node.process.pid}/ns/net`, '--', process.execPath],
})
await new Promise((ready) => source.once('message', ready))

const tunnel = ({ user, address, ssh_port }: LabNode): ChildProcess => {
  const forwards = devices.flatMap((device) => [
    '-L',
    `127.0.0.1:${tunnelPort(device)}:127.0.0.1:${devicePorts[device]}`,
  ])
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'IdentitiesOnly=yes']
  const words = [...options.flatMap((option) => ['-o', option]), '-i', keyFile, '-p', String(ssh_port), ...forwards]
  return spawn('ssh', ['-N', ...words, `${user}@${address}`], { stdio: ['ignore', 'ignore', 'inherit'] })
}

const children: ChildProcess[] = [source]
const office = await openTicketOffice()
let holds = false
try {
  const target: SshTarget = {
    address: node.address,
    port: node.ssh_port,
    username: node.user,
    hostKey: null,
    auth: { privateKey: key.privateKey },
  }
  process.env.BENCH_NODE = JSON.stringify(target)
  const gateway = await forked('gateway.ts', String(ourPort), office.url)
  const tokens = path.join(folder, 'tokens')
  writeFileSync(tokens, devices.map((device) => `${device}: 127.0.0.1:${tunnelPort(device)}\n`).join(''))
  const [ssh, websockify] = [tunnel(node), startWebsockify(tokens)]
  const client = await forked('client.ts')
  children.push(gateway, ssh, websockify, client)
  await Promise.all([listening(referencePort), ...devices.map((device) => listening(tunnelPort(device)))])

  const ours: Side = {
    pids: [gateway.pid ?? 0],
    door: async (device, connections) => {
      const tickets = await office.tickets(device, connections + 1) // the last one is never popped
      return { port: ourPort, path: '/console/ws', protocols: tickets.map((t) => `binary, datahall.ticket.${t}`) }
    },
  }
  const reference: Side = {
    pids: [websockify.pid ?? 0, ssh.pid ?? 0],
    door: async (device) => ({ port: referencePort, path: `/websockify?token=${device}`, protocols: ['binary'] }),
  }

  // The goals are set for plain TCP; one thread of Node decrypts here against two processes of C. These guard what was reached.
  const p1 = goal('P1 ssh', 'bytes per CPU second, 8 sessions through SSH', 'MB', 'more', 1, 1.2)
  const p2 = goal('P2 ssh', 'bytes per CPU second, 1 session through SSH', 'MB', 'more', 0.6, 0.9)
  const p2wall = goal('P2 ssh wall', 'bytes per second, 1 session through SSH', 'MB/s', 'more', 0.6, 0.9)
  const p5 = goal('P5 ssh p50', 'round trip of 64 bytes through SSH', 'ms', 'less', 1, 0.9)
  const p5tail = goal('P5 ssh p99', 'round trip of 64 bytes through SSH', 'ms', 'less', 1.5, 1.1)
  const echo = async (blocks: number) => {
    const doors = await Promise.all([ours.door('echo', 1), reference.door('echo', 1)])
    return ask<Trip[]>(client, { op: 'echo', doors, blocks, messages: 50 })
  }
  for (const side of [ours, reference]) await stream(client, side, 8, 1)
  await echo(40)
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? [reference, ours] : [ours, reference]
    for (const side of order) {
      const list = side === ours ? 'ours' : 'reference'
      p1[list].push((await stream(client, side, 8)).perCpu)
      const one = await stream(client, side, 1)
      p2[list].push(one.perCpu)
      p2wall[list].push(one.perSecond)
    }
    const [mine, theirs] = await echo(40)
    p5.ours.push(mine?.p50 ?? Number.NaN)
    p5.reference.push(theirs?.p50 ?? Number.NaN)
    p5tail.ours.push(mine?.p99 ?? Number.NaN)
    p5tail.reference.push(theirs?.p99 ?? Number.NaN)
  }
  holds = report('consoles', [p1, p2, p2wall, p5, p5tail])
} finally {
  await Promise.all(children.map(ended))
  await office.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
