import { afterEach, expect, it } from 'vitest'
import { type SftpServer, startSftpServer } from '../../../simulation/peers/sftp/server.ts'
import { FileTree } from '../../../simulation/peers/sftp/tree.ts'
import { openSshFiles } from './files.ts'
import { asLocationError } from './messages.ts'

const never = new AbortController().signal
let server: SftpServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

it('ends all that is under way when a location stops to answer while its connection stays', async () => {
  const tree = new FileTree()
  tree.folders.add('/srv')
  tree.files.set('/srv/a', { data: Buffer.from('content'), modified: 1 })
  server = await startSftpServer(tree, { login: 'backup', password: 'sesame-of-backup' })
  const auth = { password: 'sesame-of-backup' }
  const target = { address: '127.0.0.1', port: server.port, login: 'backup', auth, path: '/srv', hostKey: null }
  const files = await openSshFiles(target, asLocationError, never, 300)
  expect((await files.read('a', 100))?.toString()).toBe('content')
  tree.silent = true
  const list = async () => {
    for await (const _ of files.entries(''));
  }
  const asked = [files.read('a', 100), files.write('t', 'b', Buffer.from('x')), files.touch('a', 2), list()]
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'device_unreachable' } })
  files.close()
})
