import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type RunOptions, type RunResult, run } from '../../../e2e/lab/run.ts'

/** A network namespace that lasts as long as its only process. */
export class HeldNamespace {
  readonly #holder: ChildProcess

  private constructor(holder: ChildProcess) {
    this.#holder = holder
  }

  static async start(): Promise<HeldNamespace> {
    const script = 'ip link set lo up && echo ready && exec cat'
    const holder = spawn('unshare', ['--net', 'sh', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    return new HeldNamespace(holder)
  }

  get pid(): number {
    return this.#holder.pid ?? 0
  }

  /** Argument list that runs `argv` inside; files stay the caller's. */
  argv(argv: readonly string[]): string[] {
    return ['nsenter', `--net=/proc/${this.pid}/ns/net`, '--', ...argv]
  }

  run(argv: readonly string[], options?: RunOptions): Promise<RunResult> {
    return run(this.argv(argv), options)
  }

  /** Ends it; what still runs inside keeps it. */
  end(): void {
    this.#holder.stdin?.end()
  }
}
