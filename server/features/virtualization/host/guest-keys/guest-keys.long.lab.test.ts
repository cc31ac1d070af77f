import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostLab } from '../lab-fixture.ts'

// A real guest with a real agent: the key is what lets one in.
const run = promisify(execFile)
const { node1, api, done, host, attach, create, guestIs, close } = await hostLab()
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-keys-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await close()
})

const file = path.join(folder, 'key')
let id = 0
let key = 0
let address = ''

beforeAll(async () => {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ann@lab', '-f', file])
  await done(await attach(node1))
  id = (await done(await create({ name: 'door' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('door', address)
  // Later than the creation, which would have put it there.
  const ssh_pub_key = readFileSync(`${file}.pub`, 'utf8')
  key = (await api.ann.post(`/auth/v4/user/${api.ann.id}/sshkey`, { name: 'lab', ssh_pub_key })).body.id
})

/** What the guest answers a client that has nothing but the key. */
async function entered(): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=5', 'BatchMode=yes']
  const args = ['-q', '-i', file, ...options.flatMap((one) => ['-o', one]), `root@${address}`, 'hostname']
  return (await run('ssh', args, { timeout: 30_000 })).stdout.trim()
}

it('lets its owner in by a key that was added while it runs, until the key is removed', async () => {
  await expect(entered()).rejects.toThrow()
  await done(await api.ann.post(`/vm/v3/host/${id}/ssh_key`, { ssh_keys: [key] }))
  expect(await entered()).toBe('door')
  const { body } = await api.ann.get(`/vm/v3/host/${id}/ssh_key`)
  expect(body.user).toBe('root')
  // Beside the panel's own.
  const mine = body.list.find((one: { key: number | null }) => one.key === key)
  expect(mine).toMatchObject({ comment: 'ann@lab', type: 'ssh-ed25519', fingerprint: expect.any(String) })
  await done(await api.ann.post(`/vm/v3/host/${id}/ssh_key/remove`, { fingerprints: [mine.fingerprint] }))
  await expect(entered()).rejects.toThrow()
})
