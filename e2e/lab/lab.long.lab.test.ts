import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNode, inPanel, type Lab, labDevices, labDown, labUp, listLabs, nodeDown, nodePath, nodeUp } from './api.ts'
import { groupMembers } from './cgroups.ts'
import { devicesFor, labSignIn } from './device.ts'
import { serialLog, startGuest, virsh } from './guest.ts'
import { nodeArgv, panelArgv } from './node.ts'
import { isAlive } from './processes.ts'
import { run } from './run.ts'
import { labDir } from './state.ts'
import { leftovers, machineState, traces } from './traces.ts'
import { waitForOutput } from './wait.ts'

const options = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=5']

/** Signs in with a password from the panel's namespace and runs a command. */
function ssh(lab: Lab, address: string, password: string, command: string) {
  const login = ['-o', 'PreferredAuthentications=password', `root@${address}`]
  return inPanel(lab, ['sshpass', '-p', password, 'ssh', '-q', ...options, ...login, command])
}

const machine = await machineState()
let lab: Lab

beforeAll(async () => {
  await labDown('self-test')
  lab = await labUp({
    name: 'self-test',
    nodes: 3,
    withoutLibvirt: [3],
    owned: true,
    devices: devicesFor({ switches: 1, pdus: 1, names: 1, locations: 1, servers: 2 }),
  })
})
afterAll(() => labDown('self-test'))

describe('nodes', () => {
  test('take a password over ssh, and a wrong one not', async () => {
    for (const node of lab.nodes) {
      const answer = await ssh(lab, node.address, node.password, 'hostname; id -u')
      expect(answer, answer.stderr).toMatchObject({ code: 0, stdout: `${node.name}\n0\n` })
    }
    expect((await ssh(lab, '10.90.0.11', 'wrong', 'true')).code).not.toBe(0)
  })

  test('take a public key', async () => {
    const key = join(labDir(lab.name), 'key')
    await inPanel(lab, ['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key])
    const authorize = 'cat >> /root/.ssh/authorized_keys'
    await inNode(lab, 1, ['sh', '-c', authorize], { input: readFileSync(`${key}.pub`, 'utf8') })
    const answer = await inPanel(lab, [
      'ssh',
      '-q',
      '-i',
      key,
      ...options,
      '-o',
      'BatchMode=yes',
      'root@10.90.0.11',
      'id -u',
    ])
    expect(answer.stdout).toBe('0\n')
  })

  test('answer libvirt calls, each as a host of its own; node3 has no libvirt', async () => {
    const uuids = await Promise.all([1, 2].map((index) => virsh(lab, index, 'capabilities')))
    expect(uuids.map((xml) => /<uuid>(.*?)<\/uuid>/.exec(xml)?.[1])).toEqual(
      lab.nodes.slice(0, 2).map((n) => n.host_uuid),
    )
    const none = await ssh(lab, '10.90.0.13', lab.nodes[2]?.password ?? '', 'virsh -c qemu:///system list')
    expect(none.code).toBe(1)
    expect(none.stderr).toContain('libvirt-sock')
  })

  test('reach each other, and nothing outside', async () => {
    expect((await inNode(lab, 1, ['ping', '-c', '1', '-W', '2', '10.90.0.12'])).code).toBe(0)
    expect((await inPanel(lab, ['ip', 'route', 'show', 'default'])).stdout).toBe('')
  })

  test('can be cut off and brought back, one part at a time', async () => {
    const list = () => ssh(lab, '10.90.0.12', lab.nodes[1]?.password ?? '', 'virsh -q -c qemu:///system list')
    for (const part of ['network', 'sshd', 'libvirtd'] as const) {
      await nodeDown(lab, 2, part)
      expect((await list()).code, part).not.toBe(0)
      await nodeUp(lab, 2, part)
      expect((await list()).code, part).toBe(0)
    }
  })

  test('keeps its disk and name over a power cut', async () => {
    await inNode(lab, 2, ['touch', '/root/kept', '/tmp/x'])
    await nodeDown(lab, 2, 'power')
    expect((await inPanel(lab, ['ping', '-c', '1', '-W', '1', '10.90.0.12'])).code).not.toBe(0)
    await nodeUp(lab, 2)
    const answer = await ssh(lab, '10.90.0.12', 'Lab-node-1', 'hostname; ls /root/kept; virsh -c qemu:///system uri')
    expect(answer.stdout).toBe('node2\n/root/kept\nqemu:///system\n\n')
  })

  test('are reached and controlled from inside `lab exec`', async () => {
    const script = `
      import { connect } from 'node:net'
      import { createServer } from 'node:http'
      import { currentLab, labDown, nodeDown, nodeUp } from ${JSON.stringify(join(import.meta.dirname, 'api.ts'))}
      const lab = currentLab()
      const answers = (host, port) => new Promise((resolve) => {
        const socket = connect({ host, port, timeout: 1000 }, () => resolve('open'))
        socket.on('error', (error) => resolve(error.code)).on('timeout', () => resolve('silence'))
      })
      const server = createServer().listen(41000, '127.0.0.1', async () => {
        const seen = [lab.name, await answers('127.0.0.1', 41000), await answers('10.90.0.13', 22)]
        await nodeDown(lab, 3)
        seen.push(await answers('10.90.0.13', 22))
        await nodeUp(lab, 3)
        seen.push(await answers('10.90.0.13', 22), await labDown(lab.name).catch((error) => error.message))
        console.log(JSON.stringify(seen))
        process.exit(7)
      })`
    const cli = join(import.meta.dirname, 'lab.ts')
    const inside = [process.execPath, '--input-type=module', '-e', script]
    const answer = await run([process.execPath, cli, 'exec', '--name', lab.name, '--', ...inside])
    expect(answer.code, answer.stderr).toBe(7)
    const refusal = 'The lab self-test cannot be removed from inside its own panel namespace.'
    expect(JSON.parse(answer.stdout)).toEqual(['self-test', 'open', 'open', 'silence', 'open', refusal])
  })

  test('two labs with the same addresses do not see each other', async () => {
    const other = await labUp({ name: 'self-test-2', nodes: 1, owned: true })
    try {
      const seen = traces(other, machine)
      const here = await ssh(lab, '10.90.0.11', 'Lab-node-1', 'cat /etc/machine-id')
      const there = await ssh(other, '10.90.0.11', 'Lab-node-1', 'cat /etc/machine-id')
      expect(there.stdout).toMatch(/^[0-9a-f]{32}\n$/)
      expect(there.stdout).not.toBe(here.stdout)
      expect((await inPanel(other, ['ping', '-c', '1', '-W', '1', '10.90.0.12'])).code).not.toBe(0)
      await labDown(other.name)
      expect(await leftovers(seen)).toEqual([])
    } finally {
      await labDown(other.name)
    }
  })
})

describe('a guest', () => {
  const name = 'guest-a'
  const address = '10.90.0.101'
  const password = `Gu'est: "#1" \\n ü`
  const userData = `#cloud-config\n${JSON.stringify({
    hostname: name,
    password,
    chpasswd: { expire: false },
    ssh_pwauth: true,
    disable_root: false,
    ssh_authorized_keys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl somebody'],
  })}\n`

  /** Does something and waits for an event of libvirt on node1 that it brings about. */
  function event(kind: string, pattern: RegExp, action: () => Promise<unknown>) {
    const [node] = lab.nodes
    if (!node) throw new Error('no node1')
    const argv = ['virsh', '-c', 'qemu:///system', 'event', '--loop', '--event', kind]
    return waitForOutput(nodeArgv(node, argv), pattern, 90_000, action)
  }

  const agentConnects = (action: () => Promise<unknown>) => event('agent-lifecycle', /'connected'/, action)

  test('boots to its login prompt', async () => {
    const plan = { name, address, mac: '52:54:00:00:00:11', disk_mib: 512, userData }
    await agentConnects(() => startGuest(lab, 1, plan))
    const follow = ['tail', '-c', '+1', '-F', nodePath(lab, 1, serialLog(name))]
    await waitForOutput(follow, /guest-a login: /, 90_000)
  })

  test('lets in who has the password of the seed, from the panel, on a disk that has grown', async () => {
    const answer = await ssh(lab, address, password, 'hostname; df -m / | tail -n 1; cat /root/.ssh/authorized_keys')
    expect(answer, answer.stderr).toMatchObject({ code: 0 })
    const [host, disk = '', key] = answer.stdout.trim().split('\n')
    expect(host).toBe(name)
    expect(Number(disk.split(/ +/)[1])).toBeGreaterThan(450)
    expect(key).toContain('somebody')
  })

  test('shows the prompt on its screen', async () => {
    await virsh(lab, 1, 'qemu-monitor-command', name, '--hmp', 'screendump /var/tmp/screen.ppm')
    const picture = readFileSync(nodePath(lab, 1, '/var/tmp/screen.ppm'))
    const header = 'P6\n720 400\n255\n'
    expect(picture.subarray(0, header.length).toString()).toBe(header)
    // "Tiny Linux 1.0 guest-a ..." and "guest-a login: ": some 40 characters of a 9x16 font on black.
    const lit = picture.subarray(header.length).filter((value) => value > 100).length / 3
    expect(lit).toBeGreaterThan(500)
    expect(lit).toBeLessThan(5000)
  })

  test('has an agent that changes the password', async () => {
    expect(await virsh(lab, 1, 'qemu-agent-command', name, '{"execute":"guest-ping"}')).toBe('{"return":{}}')
    await virsh(lab, 1, 'set-user-password', name, 'root', 'An other: one')
    expect((await ssh(lab, address, 'An other: one', 'true')).code).toBe(0)
    expect((await ssh(lab, address, password, 'true')).code).not.toBe(0)
  })

  test('survives a restart of libvirtd and shuts down by ACPI', async () => {
    await nodeDown(lab, 1, 'libvirtd')
    await nodeUp(lab, 1, 'libvirtd')
    expect(await virsh(lab, 1, 'domstate', name)).toBe('running')
    await event('lifecycle', /Stopped/, () => virsh(lab, 1, 'shutdown', name, '--mode', 'acpi'))
    expect(await virsh(lab, 1, 'domstate', name)).toBe('shut off')
  })

  test('keeps password and disk over a start without its seed', async () => {
    await virsh(lab, 1, 'change-media', name, 'hda', '--eject', '--config')
    await agentConnects(() => virsh(lab, 1, 'start', name))
    expect(await virsh(lab, 1, 'qemu-agent-command', name, '{"execute":"guest-get-host-name"}')).toContain(name)
  })
})

describe('the end', () => {
  test('down leaves nothing, whatever ran inside', async () => {
    const image = '/var/lib/libvirt/images/loop.img'
    await inNode(lab, 2, ['truncate', '-s', '1M', image])
    expect((await inNode(lab, 2, ['losetup', '--find', image])).code).toBe(0)
    const [program = '', ...args] = panelArgv(lab, ['sleep', '3600'])
    const [server] = labDevices(lab, 'server')
    const { username, password } = labSignIn.bmc
    const controller = ['-C', '3', '-I', 'lanplus', '-H', server?.address ?? '', '-U', username, '-P', password]
    expect((await inPanel(lab, ['ipmitool', ...controller, 'power', 'on'])).code).toBe(0)
    const stray = spawn(program, args, { stdio: 'ignore' })
    const gone = new Promise((resolve) => stray.on('close', resolve))
    const seen = traces(lab, machine)
    expect(seen.processes.length).toBeGreaterThan(10)
    expect(seen.namespaces.size).toBeGreaterThan(15)
    await labDown(lab.name)
    await gone
    expect(await leftovers(seen)).toEqual([])
  })

  test('up cleans after a run that was killed half-way', async () => {
    const name = 'self-test-3'
    await labDown(name)
    const cli = join(import.meta.dirname, 'lab.ts')
    const child = spawn(process.execPath, [cli, 'up', '--name', name, '--nodes', '2'], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.on('close', resolve))
    while (!existsSync(join(labDir(name), 'node1/root/etc'))) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await ended
    const [broken] = listLabs().filter((each) => each.name === name)
    if (!broken) throw new Error('no trace of the killed run')
    expect(broken).toMatchObject({ alive: false, state: 'starting' })
    const seen = traces(broken, machine)

    const next = await labUp({ name, nodes: 1, owned: true })
    expect(seen.processes.some(isAlive)).toBe(false)
    expect(groupMembers(`datahall-lab-${broken.id}`)).toEqual([])
    // A busy host may be slow to sign in.
    await expect
      .poll(async () => (await ssh(next, '10.90.0.11', 'Lab-node-1', 'true')).code, { timeout: 30_000 })
      .toBe(0)
    await labDown(name)
    expect(await leftovers(seen)).toEqual([])
  })
})
