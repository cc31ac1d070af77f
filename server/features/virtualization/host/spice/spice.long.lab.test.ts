import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { virsh } from '../../../../../e2e/lab/guest.ts'
import { type Consoles, startConsoles } from '../../../../console/start.ts'
import { selfSigned } from '../../../../process/tls.ts'
import { checkHostConsole, openHostConsole } from '../console.ts'
import { hostLab } from '../lab-fixture.ts'
import { openHostSpice } from './open.ts'

// A SPICE program of others (spicy-screenshot of spice-gtk, which virt-viewer is made of) against a real VM, through the panel.
const { lab, node1, api, cluster, done, host, attach, create, close } = await hostLab()
const run = promisify(execFile)

let consoles: Consoles
let server: Server
let port = 0
let folder = ''
let id = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datahall-spice-'))
  consoles = startConsoles({
    open: openHostConsole,
    recheck: async (grant) => void (await checkHostConsole(grant)),
    openSpice: openHostSpice,
    publicUrl: undefined,
  })
  server = createServer(await selfSigned(folder)).on('connect', consoles.handleConnect)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  await done(await attach(node1))
  expect(await api.admin.post(`/vm/v3/cluster/${cluster}`, { spice_enabled: true })).toMatchObject({ status: 200 })
  id = (await done(await create({ name: 'seen', spice_enabled: true }))).id
})
afterAll(async () => {
  consoles?.stop()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
  await close()
})

/** What the file of a VM says, by name. */
async function fileOf(of = id): Promise<Record<string, string>> {
  const { status, body } = await api.ann.post(`/vm/v3/host/${of}/spice_file`, { panel: `https://127.0.0.1:${port}` })
  expect(status).toBe(200)
  return Object.fromEntries((body.content as string).split('\n').map((line) => line.split(/=(.*)/s, 2)))
}
/** Programs trust what their computer trusts: here the panel's certificate, in a view of the file system of their own. */
const TRUSTING = 'mount --bind "$1" /etc/ssl/certs/ca-certificates.crt && shift && exec "$@"'

/** A picture of the screen, as the program takes it with what a file says. */
async function picture(file: Record<string, string>) {
  const path = join(folder, `${Math.random()}.ppm`)
  const program = ['spicy-screenshot', '-h', file.host as string, '-p', file.port as string, '-o', path]
  const argv = ['-m', 'sh', '-c', TRUSTING, 'sh', join(folder, 'tls.crt'), ...program]
  const env = { ...process.env, SPICE_PROXY: file.proxy }
  const { stdout, stderr } = await run('unshare', argv, { env, timeout: 60_000 })
  const bytes = readFileSync(path)
  const [, width, height] = /^P6\n(\d+) (\d+)\n/.exec(bytes.toString('latin1', 0, 40)) ?? []
  const colours = new Set(bytes.subarray(40)).size
  return { width: Number(width), height: Number(height), bytes: bytes.length, colours, said: stdout + stderr }
}

it('a program sees the screen of a running VM, without a password, through an encrypted proxy', async () => {
  const file = await fileOf()
  const { width, height, bytes, colours, said } = await picture(file)
  expect(width, said).toBeGreaterThanOrEqual(640)
  expect(height).toBeGreaterThanOrEqual(400)
  expect(bytes).toBeGreaterThan(width * height * 3)
  expect(colours).toBeGreaterThan(1)
  // Its ticket is used up.
  await expect(picture(file)).rejects.toThrow()
  expect(await host(id)).toMatchObject({ spice_enabled: true, waits_for_start: [], fault: null })
})

it('the server listens on the loopback of the node, and asks for a password', async () => {
  const { body } = await api.admin.get(`/vm/v3/host/${id}/spice_settings`)
  expect(body).toMatchObject({ server: node1.address, port: expect.any(Number) })
  const { stdout } = await inNode(lab, node1.index, ['ss', '-ltnH', `sport = :${body.port}`])
  expect(stdout).toMatch(new RegExp(`127\\.0\\.0\\.1:${body.port}`))
  expect(stdout).not.toMatch(new RegExp(`(0\\.0\\.0\\.0|\\*|\\[::\\]):${body.port}`))
})

it('another password counts at once', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/spice_settings`, { password: 'another-password' }))
  expect((await picture(await fileOf())).width).toBeGreaterThan(0)
  expect(await host(id)).toMatchObject({ waits_for_start: [], fault: null })
})

it('SPICE comes to a VM that runs with its next start, and goes so', async () => {
  const other = (await done(await create({ name: 'later' }))).id
  const edit = async (body: object) => done(await api.ann.post(`/vm/v3/host/${other}`, body))
  await edit({ spice_enabled: true, spice_additional_enabled: true })
  expect(await host(other)).toMatchObject({ waits_for_start: ['spice_enabled'], fault: null })
  await expect(picture(await fileOf(other))).rejects.toThrow()
  await done(await api.ann.post(`/vm/v3/host/${other}/restart`, { force: true }))
  expect(await host(other)).toMatchObject({ waits_for_start: [], state: 'active', fault: null })
  expect((await picture(await fileOf(other))).width).toBeGreaterThan(0)
  const xml = await virsh(lab, node1.index, 'dumpxml', (await host(other)).internal_name)
  expect(xml).toMatch(/<audio id='1' type='spice'\/>/)
  expect(xml).toMatch(/<clipboard copypaste='yes'\/>/)
  await edit({ spice_enabled: false })
  expect(await host(other)).toMatchObject({ waits_for_start: ['spice_enabled'] })
  await done(await api.ann.delete(`/vm/v3/host/${other}`))
})
