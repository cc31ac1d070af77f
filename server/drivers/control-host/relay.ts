import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { deviceRejected } from '../../domain/shared/errors.ts'
import { RelayClient } from '../../protocols/relay/client.ts'
import { RelayError, type Route } from '../../protocols/relay/route.ts'
import { connectSsh, type SshTarget } from '../../protocols/ssh/connect.ts'
import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { SshError } from '../../protocols/ssh/errors.ts'
import { SftpError } from '../../protocols/ssh/sftp-requests.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { asPanelError } from './messages.ts'

/** In the home of the account that the panel signs in with. */
const FOLDER = '.datahall'
const FILE = `${FOLDER}/relay.py`
/** Where the container of {@link relayCompose} waits. */
const SOCKET = '/run/datahall-relay/relay.sock'
const INSTALL_MS = 10 * 60_000

/** How a relay is started: for each connection over SSH, or it waits at a socket of the host. */
export type RelayMode = 'program' | 'container'

/** Where the program lies, both in a checkout and beside a built panel. @param root folder of the installation */
export const relayProgram = (root: string): string =>
  readFileSync(path.join(root, 'server/protocols/relay/relay.py'), 'utf8')

export const programHash = (program: string): string => createHash('sha256').update(program).digest('hex')

/** Runs `use` on a connection of its own. @throws PanelError in words that tell the causes apart */
async function onHost<T>(target: SshTarget, signal: AbortSignal, use: (host: SshConnection) => Promise<T>): Promise<T> {
  try {
    const host = await connectSsh(target, signal)
    try {
      return await use(host)
    } finally {
      host.close()
    }
  } catch (fault) {
    throw relayError(fault, signal)
  }
}

function relayError(fault: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return fault
  if (fault instanceof SshError) return asPanelError(fault)
  if (fault instanceof SftpError)
    return deviceRejected(msg`The proxy program could not be copied to the control host: ${textOf(fault)}`, {
      cause: fault,
    })
  if (fault instanceof RelayError)
    return deviceRejected(msg`The proxy on the control host does not work: ${textOf(fault)}`, { cause: fault })
  return fault
}

/**
 * Puts the relay onto a control host and sees it work. A container that waits there already is used instead.
 * @param mayInstall whether Python may be installed when it is missing
 * @throws PanelError in words
 */
export function installRelay(
  target: SshTarget,
  program: string,
  mayInstall: boolean,
  signal: AbortSignal,
): Promise<RelayMode> {
  return onHost(target, signal, async (host) => {
    if (await isThere(host, ['test', '-S', SOCKET], signal)) {
      ;(await greet(host, 'container', signal)).close()
      return 'container'
    }
    await seePython(host, mayInstall, signal)
    await host.sftp(signal, async (files) => {
      if ((await files.stat(FOLDER)) === null) await files.makeDirectory(FOLDER, 0o700)
      await files.writeFile(FILE, Buffer.from(program), 0o600)
    })
    ;(await greet(host, 'program', signal)).close()
    return 'program'
  })
}

/** Takes the relay away; what is not there is as good. */
export function removeRelay(target: SshTarget, signal: AbortSignal): Promise<void> {
  return onHost(target, signal, async (host) => {
    await host.exec(['rm', '-f', '--', FILE], { signal })
    await host.exec(['rmdir', '--ignore-fail-on-non-empty', '--', FOLDER], { signal })
  })
}

/** A relay that runs, with the connection that carries it. */
export type OpenRelay = { route: Route; closed: Promise<unknown>; close(): void }

/** @throws PanelError in words */
export async function openRelay(target: SshTarget, mode: RelayMode, signal: AbortSignal): Promise<OpenRelay> {
  try {
    const host = await connectSsh(target, signal)
    try {
      const route = await greet(host, mode, signal)
      return { route, closed: route.closed.finally(() => host.close()), close: () => host.close() }
    } catch (fault) {
      host.close()
      throw fault
    }
  } catch (fault) {
    throw relayError(fault, signal)
  }
}

async function greet(host: SshConnection, mode: RelayMode, signal: AbortSignal): Promise<RelayClient> {
  const stream: Duplex =
    mode === 'container' ? await host.openUnix(SOCKET, signal) : (await host.spawn(['python3', FILE], signal)).stream
  return RelayClient.start(stream, signal)
}

const isThere = async (host: SshConnection, argv: readonly string[], signal: AbortSignal) =>
  (await host.exec(argv, { signal, timeoutMs: 10_000 })).code === 0

/** Ways to install it, by the program that a system has. */
const installers: Record<string, readonly string[]> = {
  'apt-get': ['apt-get', 'install', '-y', '--no-install-recommends', 'python3'],
  dnf: ['dnf', 'install', '-y', 'python3'],
  zypper: ['zypper', '--non-interactive', 'install', 'python3'],
  apk: ['apk', 'add', 'python3'],
}

async function seePython(host: SshConnection, mayInstall: boolean, signal: AbortSignal): Promise<void> {
  const works = ['python3', '-c', 'import asyncio, sys; sys.exit(sys.version_info < (3, 7))']
  if (await isThere(host, works, signal)) return
  if (!mayInstall)
    throw deviceRejected(msg`The control host has no Python 3.7 or newer: install it there, or allow its installation`)
  for (const [name, argv] of Object.entries(installers)) {
    if (!(await isThere(host, [name, '--version'], signal))) continue
    const { code, stderr } = await host.exec(argv, { signal, timeoutMs: INSTALL_MS })
    if (code === 0 && (await isThere(host, works, signal))) return
    throw deviceRejected(
      msg`Python could not be installed on the control host: ${lastLine(stderr) || msg`no reason was given`}`,
    )
  }
  throw deviceRejected(msg`Python cannot be installed automatically on the control host: install it there`)
}

const lastLine = (text: string) =>
  (text.trim().split('\n').at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200)

/**
 * A composition file (Compose specification, with `configs.content`) that runs the relay in a container of the control host, for
 * those who install nothing on hosts. It opens no port either: the panel reaches its socket over SSH.
 */
export function relayCompose(program: string): string {
  const lines = program.replaceAll('$', '$$$$').trimEnd().split('\n')
  return `services:
  relay:
    image: python:3-alpine
    command: ["python3", "/relay.py", "--listen", "${SOCKET}"]
    network_mode: host
    restart: unless-stopped
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    volumes: ["${path.dirname(SOCKET)}:${path.dirname(SOCKET)}"]
    configs: [{ source: relay, target: /relay.py }]
configs:
  relay:
    content: |
${lines.map((line) => (line ? `      ${line}` : '')).join('\n')}
`
}
