import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { locationDrivers } from '../../drivers/backup-location/registry.ts'
import { startSftpServer } from '../peers/sftp/server.ts'
import { KeptTree } from './kept-tree.ts'

const user = { login: 'datahall', password: 'demo-location' }
const scratch = await mkdtemp(path.join(os.tmpdir(), 'datahall-kept-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

async function atLocation<T>(work: (files: Awaited<ReturnType<typeof locationDrivers.ssh.connect>>) => Promise<T>) {
  const tree = new KeptTree(path.join(scratch, 'account'))
  tree.folders.add('/srv')
  const server = await startSftpServer(tree, user)
  const target = { address: '127.0.0.1', port: server.port, login: user.login, path: '/srv', hostKey: null }
  const signal = AbortSignal.timeout(30_000)
  const files = await locationDrivers.ssh.connect({ ...target, auth: { password: user.password } }, signal)
  try {
    return await work(files)
  } finally {
    files.close()
    await server.close()
  }
}

test('files are there again after a restart, with their times, and those that were being written are not', async () => {
  const temporary = `tmp/${'0'.repeat(32)}`
  await atLocation(async (files) => {
    for (const folder of ['tmp', 'chunks', 'chunks/ab']) await files.makeFolder(folder)
    await files.write(temporary, 'chunks/ab/kept', Buffer.from('content'))
    await files.write(temporary, 'chunks/ab/removed', Buffer.from('other'))
    await files.touch('chunks/ab/kept', 1_700_000_000)
    await files.remove('chunks/ab/removed')
  })
  await atLocation(async (files) => {
    expect(await files.read('chunks/ab/kept', 100)).toEqual(Buffer.from('content'))
    expect(await files.stat('chunks/ab/kept')).toEqual({ size: 7, modified: 1_700_000_000 })
    expect(await files.read('chunks/ab/removed', 100)).toBeNull()
    expect(await files.stat(temporary)).toBeNull()
  })
})
