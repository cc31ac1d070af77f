import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { allLabsDown, type Lab, labDown, labUp, listLabs, type NodePart, nodeDown, nodeParts, nodeUp } from './api.ts'
import { describeDevice } from './describe-device.ts'
import { devicesFor } from './device.ts'
import { probeFeatures } from './features.ts'
import { ensureImage, ensureUtilityGuest } from './image.ts'
import { ensureLiveSystem } from './live-system.ts'
import { panelArgv } from './node.ts'
import { browserPackages, ensurePackages } from './packages.ts'
import { labFile } from './state.ts'
import { ensureUbuntu } from './ubuntu.ts'

const usage = `Real libvirt nodes, switches, PDUs, controllers and servers on this machine. Needs root.

  lab.ts up --nodes 3 [--switches 1] [--pdus 1] [--bmcs 1] [--names 1] [--locations 1 [--servers 2]] [--name x]
             [--without-libvirt 2,3] [--lxd 2] [--ceph 1] [--password p] [--json]
  lab.ts down [--name x | --all]
  lab.ts list [--json]
  lab.ts exec [--name x] -- COMMAND...      in the panel's network namespace; DATAHALL_LAB names the lab's state file
  lab.ts node-down I [--name x] [--part network|sshd|libvirtd|lxd|ceph|power]
  lab.ts node-up I [--name x] [--part network|sshd|libvirtd|lxd|ceph|power]
  lab.ts build [--ubuntu]                   builds what guests and servers of all labs boot, if needed; the whole Ubuntu of some long tests when asked for
  lab.ts features [--json]                  what this machine's kernel can do
  lab.ts packages                           installs the Debian packages that the lab and the browser tests need
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '3' },
    switches: { type: 'string', default: '0' },
    pdus: { type: 'string', default: '0' },
    bmcs: { type: 'string', default: '0' },
    names: { type: 'string', default: '0' },
    locations: { type: 'string', default: '0' },
    servers: { type: 'string', default: '0' },
    name: { type: 'string', default: 'default' },
    'without-libvirt': { type: 'string' },
    lxd: { type: 'string' },
    ceph: { type: 'string' },
    password: { type: 'string' },
    part: { type: 'string' },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    ubuntu: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function theLab(): Lab {
  const lab = listLabs().find((each) => each.name === values.name)
  if (!lab?.alive) throw new Error(`There is no lab ${values.name}. Start one with: lab.ts up`)
  return lab
}

function describe(lab: Lab): string {
  const nodes = lab.nodes.map((node) => {
    const what = `${node.libvirt ? '' : '  (no libvirt)'}${node.lxd ? '  (LXD)' : ''}${node.ceph ? '  (Ceph)' : ''}`
    return `  ${node.name}  ssh ${node.user}@${node.address} port ${node.ssh_port} password ${node.password}${what}`
  })
  const devices = lab.devices.map((device) => `  ${device.name}  ${describeDevice(device)}`)
  return [`lab ${lab.name}  panel ${lab.panel.address}  network ${lab.network}`, ...nodes, ...devices].join('\n')
}

function nodeAndPart(): [Lab, number, NodePart | undefined] {
  const part = nodeParts.find((each) => each === values.part)
  if (values.part !== undefined && !part) throw new Error(usage)
  return [theLab(), Number(positionals[1]), part]
}

function execute(lab: Lab, argv: string[]): Promise<number> {
  const [program = '', ...args] = panelArgv(lab, argv)
  const env = { ...process.env, DATAHALL_LAB: labFile(lab.name) }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    // The terminal sends this one to the child as well; we stay to report how it ended.
    process.on('SIGINT', () => {})
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

async function main(): Promise<number> {
  const command = values.help ? 'help' : positionals[0]
  const print = (text: string, data: unknown) => console.log(values.json ? JSON.stringify(data, null, 2) : text)
  switch (command) {
    case 'up': {
      const withoutLibvirt = values['without-libvirt']?.split(',').map(Number)
      const withLxd = values.lxd?.split(',').map(Number)
      const withCeph = values.ceph?.split(',').map(Number)
      const { name, password } = values
      const devices = devicesFor({
        switches: Number(values.switches),
        pdus: Number(values.pdus),
        bmcs: Number(values.bmcs),
        names: Number(values.names),
        locations: Number(values.locations),
        servers: Number(values.servers),
      })
      const nodes = Number(values.nodes)
      const lab = await labUp({ name, nodes, withoutLibvirt, withLxd, withCeph, password, devices, image: nodes > 0 })
      print(describe(lab), lab)
      return 0
    }
    case 'down':
      await (values.all ? allLabsDown() : labDown(values.name))
      return 0
    case 'list': {
      const labs = listLabs()
      print(labs.map((lab) => describe(lab) + (lab.alive ? '' : '\n  (leftover)')).join('\n'), labs)
      return 0
    }
    case 'exec':
      return execute(theLab(), positionals.slice(1))
    case 'node-down':
      await nodeDown(...nodeAndPart())
      return 0
    case 'node-up':
      await nodeUp(...nodeAndPart())
      return 0
    case 'build':
      // The live system's own kernel aside, both guests are made of the same packages, which the first fetches.
      await ensureImage()
      await ensureUtilityGuest()
      await ensureLiveSystem()
      if (values.ubuntu) await ensureUbuntu()
      return 0
    case 'features': {
      const features = await probeFeatures()
      const lines = Object.entries(features).map(([name, value]) => `${name.padEnd(24)}${value}`)
      print(lines.join('\n'), features)
      return 0
    }
    case 'packages':
      await ensurePackages()
      // The one with windows does as well, only slower.
      await ensurePackages(browserPackages).catch((fault: unknown) => {
        if (!existsSync('/usr/bin/chromium')) throw fault
      })
      return 0
    default:
      console.log(usage)
      return command === 'help' ? 0 : 2
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
