import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Channel, Client, ClientChannel, SFTPWrapper } from 'ssh2'
import { abortError } from '../../shared/abort.ts'
import { Semaphore } from '../../shared/semaphore.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { channelDuplex } from './duplex.ts'
import { SshError } from './errors.ts'
import { quoteCommand } from './quote.ts'
import { SftpSession } from './sftp.ts'
import type { Call } from './sftp-requests.ts'

export type ExecOptions = {
  signal: AbortSignal
  stdin?: string | Buffer | Readable
  /** The peer's own `timeout` ends the program after this, also when the panel is gone. */
  timeoutMs?: number
  /** Bytes of standard output and of standard error that are taken at most. */
  maxOutput?: number
  /** How what it says becomes text; `latin1` keeps each byte as one character. Default utf8. */
  encoding?: 'utf8' | 'latin1'
}

export type ExecResult = { code: number | null; signal: string | null; stdout: string; stderr: string }

/** A program running on the peer: its standard input and output as one Duplex. */
export type RunningProgram = {
  stream: Duplex
  stderr: Readable
  exited: Promise<{ code: number | null; signal: string | null }>
}

// sshd's MaxSessions is 10 unless configured; forwarded channels do not count.
const maxSessions = 8
const CLOSE_MS = 10_000

type UnixListener = (info: { socketPath: string }, accept: () => Channel | undefined, reject: () => void) => void

/** One signed-in SSH connection; made by `connectSsh`. */
export class SshConnection {
  readonly hostKey: string
  /** Settles once when the connection is over: with the cause, or null after `close()`. */
  readonly closed: Promise<SshError | null>
  readonly #client: Client
  readonly #pending = new Set<(error: Error) => void>()
  readonly #sessions = new Semaphore(maxSessions)
  #over: SshError | null = null
  #closing = false

  constructor(client: Client, hostKey: string) {
    this.#client = client
    this.hostKey = hostKey
    this.closed = new Promise((resolve) => {
      let cause: Error | null = null
      client.on('error', (error: Error) => {
        cause ??= error
      })
      client.on('close', () => {
        this.#over = new SshError('lost', cause ? textOf(cause) : msg`The peer closed the connection`, { cause })
        for (const reject of [...this.#pending]) reject(this.#over)
        resolve(this.#closing ? null : this.#over)
      })
    })
  }

  close(): void {
    this.#closing = true
    this.#client.end()
    // A peer that no longer answers would keep a polite end waiting.
    this.#client.destroy()
  }

  /** Runs one exchange with ssh2, ended early by the signal or the loss of the connection. */
  #call<T>(
    signal: AbortSignal,
    start: (done: (error: Error | null | undefined, value?: T) => void) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#over) return reject(this.#over)
      if (signal.aborted) return reject(abortError(signal))
      const settle = (run: () => void) => {
        signal.removeEventListener('abort', onAbort)
        this.#pending.delete(fail)
        run()
      }
      const fail = (error: Error) => settle(() => reject(error))
      const onAbort = () => fail(abortError(signal))
      signal.addEventListener('abort', onAbort, { once: true })
      this.#pending.add(fail)
      try {
        start((error, value) => (error ? fail(error) : settle(() => resolve(value as T))))
      } catch (cause) {
        fail(new SshError('lost', textOf(cause), { cause }))
      }
    })
  }

  /** Starts a program; the caller reads its output and awaits `exited`. Destroying the stream gives the session back. */
  async spawn(argv: readonly string[], signal: AbortSignal): Promise<RunningProgram> {
    const command = quoteCommand(argv)
    const release = await this.#sessions.acquire(signal)
    try {
      return await this.#call<RunningProgram>(signal, (done) =>
        this.#client.exec(command, (error, channel) => {
          if (error) return done(new SshError('failed', textOf(error), { cause: error }))
          // Here and now: a short program's end may be in the packet that is being read.
          const program = runningProgram(channel, release)
          if (signal.aborted) program.stream.destroy()
          done(null, program)
        }),
      )
    } catch (error) {
      release()
      throw error
    }
  }

  /**
   * Runs a program to its end and collects what it says. Arguments are words, never a command line.
   *
   * @throws SshError `timeout`, `too_much_output`, `lost`; an exit code other than 0 is an answer, not an error
   */
  async exec(argv: readonly string[], options: ExecOptions): Promise<ExecResult> {
    const { signal, stdin, timeoutMs = 30_000, maxOutput = 1 << 20, encoding = 'utf8' } = options
    // The program must end even if this side is gone: sshd does not kill it when the channel closes.
    const bounded = ['timeout', '-k', '2', String(Math.ceil(timeoutMs / 1000)), ...argv]
    const deadline = AbortSignal.timeout(timeoutMs + 3_000)
    const either = AbortSignal.any([signal, deadline])
    try {
      const program = await this.spawn(bounded, either)
      const onAbort = () => program.stream.destroy(abortError(either))
      either.addEventListener('abort', onAbort, { once: true })
      try {
        const output = Promise.all([
          collect(program.stream, maxOutput, encoding),
          collect(program.stderr, maxOutput, encoding),
        ])
        output.catch(() => program.stream.destroy())
        if (stdin === undefined || typeof stdin === 'string' || Buffer.isBuffer(stdin)) program.stream.end(stdin)
        // A program may stop reading and still have a meaningful answer, so a broken pipe alone is no failure.
        else pipeline(stdin, program.stream, { end: true }).catch(() => {})
        const [stdout, stderr] = await output
        const { code, signal: killedBy } = await program.exited
        if (this.#over) throw this.#over
        if (code === 124) throw new SshError('timeout', msg`${argv[0] ?? ''} took longer than ${timeoutMs} ms`)
        return { code, signal: killedBy, stdout, stderr }
      } finally {
        either.removeEventListener('abort', onAbort)
        program.stream.on('error', () => {})
        program.stream.destroy()
      }
    } catch (error) {
      if (signal.aborted) throw abortError(signal)
      if (deadline.aborted)
        throw new SshError('timeout', msg`${argv[0] ?? ''} did not answer within ${timeoutMs} ms`, { cause: error })
      throw error
    }
  }

  /** Opens a subsystem such as `netconf` (RFC 4254, 6.5) as a stream. Destroying it gives the session back. */
  async openSubsystem(name: string, signal: AbortSignal): Promise<Duplex> {
    const release = await this.#sessions.acquire(signal)
    try {
      return await this.#call<Duplex>(signal, (done) =>
        this.#client.subsys(name, (error, channel) => {
          if (error) return done(new SshError('forbidden', msg`${name}: ${textOf(error)}`, { cause: error }))
          const stream = channelDuplex(channel, release, false)
          if (signal.aborted) stream.destroy()
          done(null, stream)
        }),
      )
    } catch (error) {
      release()
      throw error
    }
  }

  /** Connects to a Unix socket on the peer (PROTOCOL of OpenSSH, 2.4). */
  async openUnix(path: string, signal: AbortSignal): Promise<Duplex> {
    return this.#call<Duplex>(signal, (done) =>
      this.#client.openssh_forwardOutStreamLocal(path, (error, channel) => {
        if (error) return done(forwardError(error, path))
        const stream = channelDuplex(channel, () => {}, false)
        if (signal.aborted) stream.destroy()
        done(null, stream)
      }),
    )
  }

  /**
   * Listens at a Unix socket on the peer (PROTOCOL of OpenSSH, 2.4), which the account of the connection owns. Each connection to it comes
   * as a stream. The socket goes with `close`.
   */
  async listenUnix(
    path: string,
    onStream: (stream: Duplex) => void,
    signal: AbortSignal,
  ): Promise<{ close(): Promise<void> }> {
    const arrived: UnixListener = ({ socketPath }, accept, reject) => {
      if (socketPath !== path) return
      const channel = accept()
      if (channel) onStream(channelDuplex(channel, () => {}, false))
      else reject()
    }
    this.#client.on('unix connection', arrived)
    const stop = () => this.#client.off('unix connection', arrived)
    try {
      await this.#call<void>(signal, (done) =>
        this.#client.openssh_forwardInStreamLocal(path, (error) => done(error && forwardError(error, path))),
      )
    } catch (error) {
      stop()
      throw error
    }
    return {
      close: async () => {
        await this.#call<void>(AbortSignal.timeout(CLOSE_MS), (done) =>
          this.#client.openssh_unforwardInStreamLocal(path, () => done(null)),
        ).catch(() => {})
        stop()
        // sshd leaves the name in the file system.
        await this.exec(['rm', '-f', '--', path], { signal: AbortSignal.timeout(CLOSE_MS) }).catch(() => {})
      },
    }
  }

  /** Connects to a TCP port as seen from the peer (RFC 4254, 7.2). */
  async openTcp(host: string, port: number, signal: AbortSignal): Promise<Duplex> {
    return this.#call<Duplex>(signal, (done) =>
      this.#client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
        if (error) return done(forwardError(error, `${host}:${port}`))
        const stream = channelDuplex(channel, () => {}, false)
        if (signal.aborted) stream.destroy()
        done(null, stream)
      }),
    )
  }

  /** As `#call`, for a peer that may stop to answer while its connection stays: it is closed then, so that nothing waits for the rest. */
  async #answered<T>(
    signal: AbortSignal,
    silenceMs: number,
    start: (done: (error: Error | null | undefined, value?: T) => void) => void,
  ): Promise<T> {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), silenceMs)
    try {
      return await this.#call<T>(AbortSignal.any([signal, silence.signal]), start)
    } catch (fault) {
      if (!silence.signal.aborted || signal.aborted) throw fault
      this.close()
      throw new SshError('timeout', msg`no answer within ${Math.ceil(silenceMs / 1000)} s`, { cause: fault })
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Runs `use` with a file transfer session of its own, and ends that session afterwards.
   * @param silenceMs a request that is not answered within this time ends the connection with `timeout`; null: the signal alone does
   */
  async sftp<T>(
    signal: AbortSignal,
    use: (session: SftpSession) => Promise<T>,
    silenceMs: number | null = null,
  ): Promise<T> {
    const release = await this.#sessions.acquire(signal)
    let wrapper: SFTPWrapper | undefined
    try {
      wrapper = await this.#call<SFTPWrapper>(signal, (done) =>
        this.#client.sftp((error, opened) => {
          if (opened && signal.aborted) opened.end()
          done(error && new SshError('failed', textOf(error), { cause: error }), opened)
        }),
      )
      wrapper.on('error', () => {})
      const call: Call =
        silenceMs === null ? (start) => this.#call(signal, start) : (start) => this.#answered(signal, silenceMs, start)
      return await use(new SftpSession(call, wrapper))
    } finally {
      wrapper?.end()
      release()
    }
  }
}

function runningProgram(channel: ClientChannel, release: () => void): RunningProgram {
  let result: { code: number | null; signal: string | null } = { code: null, signal: null }
  channel.on('exit', (code: number | null, name?: string) => {
    result = { code, signal: name ?? null }
  })
  const exited = new Promise<typeof result>((resolve) => channel.once('close', () => resolve(result)))
  return { stream: channelDuplex(channel, release, true), stderr: channel.stderr, exited }
}

function forwardError(error: Error & { reason?: number | string }, where: string): SshError {
  // RFC 4254, 5.1: 1 = administratively prohibited, 2 = connect failed.
  const kind = error.reason === 1 ? 'forbidden' : error.reason === 2 ? 'no_such_socket' : 'failed'
  return new SshError(kind, msg`${where}: ${textOf(error)}`, { cause: error })
}

async function collect(stream: Readable, limit: number, encoding: BufferEncoding): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new SshError('too_much_output', msg`The peer sent more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString(encoding)
}
