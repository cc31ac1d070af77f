import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sshSays } from '../../../../e2e/support/guest-ssh.ts'
import { hostLab } from '../host/lab-fixture.ts'
import { GuestReach } from './reach.ts'

let t: Awaited<ReturnType<typeof hostLab>>
let id = 0
beforeAll(async () => {
  t = await hostLab()
  await t.done(await t.attach(t.node1))
})
afterAll(() => t.close())

const ADDRESS = '10.90.0.100'
const given = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const ended = async (task: number) => {
  await t.ended(task)
  return (await t.api.ann.get(`/vm/v3/task/${task}`)).body
}

it('a new VM runs its script once its guest is up, with its values as they are', async () => {
  const recipe = await t.api.ann.post('/vm/v3/recipe', {
    name: 'Note',
    script:
      '#!/bin/sh\nset -eu\numask 077\nprintf "%s on %s" "$TEXT" "$VM_NAME" > /root/note\necho "noted on $VM_IP"\n',
    params: [{ name: 'TEXT', required: true }],
  })
  const text = `it's "$(reboot)" ü`
  const { body } = await t.create({
    name: 'scripted',
    recipe_list: [{ recipe: recipe.body.id, recipe_params: given({ TEXT: text }) }],
  })
  id = body.id
  const task = await ended(body.recipe_task_list[0])
  expect(task).toMatchObject({ status: 'complete', log: { text: `noted on ${ADDRESS}\n`, exit_code: 0 } })
  expect(await sshSays(ADDRESS, 'cat', '/root/note')).toBe(`${text} on scripted`)
  expect(await sshSays(ADDRESS, 'ls', '/run')).not.toContain('datahall-script')
})

it('a script that fails fails its task, with what it wrote', async () => {
  const { body } = await t.api.ann.post(`/vm/v3/host/${id}/runrecipe`, { body: 'echo before\nls /absent\n' })
  const task = await ended(body.task)
  expect(task).toMatchObject({ status: 'failed', log: { exit_code: expect.any(Number) } })
  expect(task.log.text).toMatch(/^before\n.*\/absent/s)
  expect(await t.host(id)).toMatchObject({ state: 'active', disabled: false })
})

it('a script is killed with its task, and all that it started', async () => {
  const script = 'sleep 4321 &\necho started\nsleep 4321\n'
  const { body } = await t.api.ann.post(`/vm/v3/host/${id}/runrecipe`, { body: script })
  const log = async () => (await t.api.ann.get(`/vm/v3/task/${body.task}`)).body.log.text
  await expect.poll(log, { timeout: 60_000, interval: 250 }).toBe('started\n')
  expect(await sshSays(ADDRESS, 'ps')).toContain('sleep 4321')
  await t.api.ann.post(`/vm/v3/task/${body.task}/abort`)
  expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
  expect(await sshSays(ADDRESS, 'ps')).not.toContain('sleep 4321')
  expect(await sshSays(ADDRESS, 'ls', '/run')).not.toContain('datahall-script')
})

it('output comes in parts and its end is kept', async () => {
  const script = 'i=0\nwhile [ $i -lt 40000 ]; do echo "line $i"; i=$((i + 1)); done\n'
  const { body } = await t.api.ann.post(`/vm/v3/host/${id}/runrecipe`, { body: script })
  const { log, status } = await ended(body.task)
  expect([status, log.is_cut, log.text.length]).toEqual(['complete', true, 256 * 1024])
  expect(log.text.endsWith('line 39998\nline 39999\n')).toBe(true)
})

it('a PowerShell script does not run in a guest that turns out to be Linux', async () => {
  await t.api.database.prisma.host.update({ where: { id }, data: { os_id: null, os_name: null, os_group: null } })
  const { body } = await t.api.ann.post(`/vm/v3/host/${id}/runrecipe`, { body: '#ps1\nexit\n' })
  expect(await ended(body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/Windows only/) },
  })
})

it('the shipped script for a swap file does what it says, another size included', async () => {
  const script = readFileSync(join(import.meta.dirname, 'shipped/swap-file.sh'), 'utf8')
  const swapping = async (SWAP_MIB: string) => {
    const body = { body: script, recipe_params: given({ SWAP_MIB }) }
    return ended((await t.api.ann.post(`/vm/v3/host/${id}/runrecipe`, body)).body.task)
  }
  const kib = async () =>
    Number((await sshSays(ADDRESS, 'cat', '/proc/swaps')).match(/^\/swapfile\s+file\s+(\d+)/m)?.[1])
  expect(await swapping('16')).toMatchObject({
    status: 'complete',
    log: { text: expect.stringMatching(/swaps to \/swapfile\n$/) },
  })
  expect(Math.round((await kib()) / 1024)).toBe(16)
  expect(await swapping('24')).toMatchObject({ status: 'complete' })
  expect(Math.round((await kib()) / 1024)).toBe(24)
  expect((await sshSays(ADDRESS, 'cat', '/etc/fstab')).match(/swapfile/g)).toHaveLength(1)
  expect(await swapping('16; reboot')).toMatchObject({ status: 'failed', log: { exit_code: 2 } })
  expect(await swapping('99999')).toMatchObject({ status: 'failed', log: { exit_code: 3 } })
  expect(Math.round((await kib()) / 1024)).toBe(24)
})

describe('where the guest agent does not answer', () => {
  const run = async (script: string, values: Record<string, string> = {}) => {
    const body = { body: script, recipe_params: given(values) }
    return (await t.api.ann.post(`/vm/v3/host/${id}/runrecipe`, body)).body.task as number
  }
  beforeAll(async () => {
    await sshSays(ADDRESS, 'mv /usr/sbin/qemu-ga /usr/sbin/qemu-ga.off; kill $(pidof qemu-ga); echo stopped')
  })

  it('a script runs over SSH with the key of the panel, with its values as they are', async () => {
    const text = `it's "$(reboot)" ü`
    const task = await run('#!/bin/sh\nprintf "%s" "$TEXT" > /root/over-ssh\necho "on $VM_IP"\nexit 3\n', {
      TEXT: text,
    })
    expect(await ended(task)).toMatchObject({ status: 'failed', log: { text: `on ${ADDRESS}\n`, exit_code: 3 } })
    expect(await sshSays(ADDRESS, 'cat', '/root/over-ssh')).toBe(text)
    expect(await sshSays(ADDRESS, 'ls', '/run')).not.toContain('datahall-script')
  })

  it('its output streams, and it is killed with its task', async () => {
    const task = await run('sleep 4322 &\necho started\nsleep 4322\n')
    const log = async () => (await t.api.ann.get(`/vm/v3/task/${task}`)).body.log.text
    await expect.poll(log, { timeout: 60_000, interval: 250 }).toBe('started\n')
    await t.api.ann.post(`/vm/v3/task/${task}/abort`)
    expect(await t.ended(task)).toMatchObject({ status: 'aborted' })
    expect(await sshSays(ADDRESS, 'ps')).not.toContain('sleep 4322')
    expect(await sshSays(ADDRESS, 'ls', '/run')).not.toContain('datahall-script')
  })

  it('nothing is sent to a guest with another host key than the one that was met first', async () => {
    const { prisma } = t.api.database
    const row = await prisma.host.findUniqueOrThrow({ where: { id } })
    const { host_key } = await prisma.guest_key.findUniqueOrThrow({ where: { host_id: id } })
    expect(host_key).toMatch(/^SHA256:/)
    await prisma.guest_key.update({ where: { host_id: id }, data: { host_key: `SHA256:${'A'.repeat(43)}` } })
    const guest = new GuestReach({ ...row, node_id: row.node_id ?? 0 })
    const script = { token: 'd'.repeat(32), script: 'echo', environment: {} }
    await expect(guest.start(script, { ssh: true }, AbortSignal.timeout(60_000))).rejects.toThrow(/another host key/)
    expect(await sshSays(ADDRESS, 'ls', '/run')).not.toContain('datahall-script')
  })
})
