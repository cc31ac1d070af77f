import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { answerAtOnce } from '../answer-at-once.ts'
import { serveSftp } from './session.ts'
import type { FileTree } from './tree.ts'

/** `newKey`: it starts anew with another host key, as after a reinstallation. */
export type SftpServer = { port: number; close: () => Promise<void>; newKey: () => Promise<void> }

/** What a command line prints; null: there is no such program. */
export type Programs = (line: string) => string | null

/** `ident`: what it says it is, by which ssh2 decides how much it sends in one request. */
type Options = { address?: string; port?: number; programs?: Programs; ident?: string }

/**
 * An SSH server with one account that may use SFTP; its files are in memory. A free port where none is named. It runs no programs
 * unless it is told what they print.
 */
export async function startSftpServer(
  tree: FileTree,
  account: { login: string; password: string },
  { address = '127.0.0.1', port = 0, programs, ident }: Options = {},
): Promise<SftpServer> {
  const open = new Set<ssh2.Connection>()
  const listen = async (at: number) => {
    const server = new ssh2.Server(
      { hostKeys: [generateKeyPair('location').privateKey], ...(ident && { ident }) },
      (client) => {
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
          const session = accept()
          session.on('subsystem', (take, reject, { name }) => {
            if (name === 'sftp') serveSftp(take(), tree)
            else reject()
          })
          if (programs) session.on('exec', (take, _, { command }) => run(take(), programs(command)))
        })
      },
    )
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

function run(channel: ssh2.ServerChannel, printed: string | null) {
  channel.write(printed ?? '')
  channel.exit(printed === null ? 127 : 0)
  channel.end()
}
