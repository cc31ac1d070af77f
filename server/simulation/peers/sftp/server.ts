import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { answerAtOnce } from '../answer-at-once.ts'
import { serveSftp } from './session.ts'
import type { FileTree } from './tree.ts'

/** `newKey`: it starts anew with another host key, as after a reinstallation. */
export type SftpServer = { port: number; close: () => Promise<void>; newKey: () => Promise<void> }

/** An SSH server with one account that may use SFTP; its files are in memory. A free port where none is named. */
export async function startSftpServer(
  tree: FileTree,
  account: { login: string; password: string },
  { address = '127.0.0.1', port = 0 } = {},
): Promise<SftpServer> {
  const open = new Set<ssh2.Connection>()
  const listen = async (at: number) => {
    const server = new ssh2.Server({ hostKeys: [generateKeyPair('location').privateKey] }, (client) => {
      open.add(client)
      answerAtOnce(client)
      client.on('error', () => {})
      client.on('close', () => open.delete(client))
      client.on('authentication', (context) => {
        const isRight =
          context.method === 'password' && context.username === account.login && context.password === account.password
        if (isRight) context.accept()
        else context.reject(['password'])
      })
      client.on('session', (accept) => {
        accept().on('subsystem', (take, reject, { name }) => {
          if (name === 'sftp') serveSftp(take(), tree)
          else reject()
        })
      })
    })
    server.listen(at, address)
    await once(server, 'listening')
    return server
  }
  let server = await listen(port)
  const bound = (server.address() as AddressInfo).port
  const close = async () => {
    for (const client of open) client.end()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    port: bound,
    close,
    newKey: async () => {
      await close()
      server = await listen(bound)
    },
  }
}
