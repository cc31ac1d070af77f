import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { forked } from '../../../e2e/support/forked.ts'
import type { Order, ProcessOptions, Said } from './worker-process.ts'

export type Note = { at: number; pid: number; task: number; fence: number; event: string; verb: string; name: string }

/** Real worker processes, and the file into which their tasks write what they do. */
export function workerProcesses(url: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-tasks-'))
  const file = path.join(folder, 'notes')
  writeFileSync(file, '')
  const children = new Set<ChildProcess>()

  async function start(options: Omit<ProcessOptions, 'url'>) {
    const program = path.join(import.meta.dirname, 'worker-process.ts')
    const child = await forked(program, { url, ...options }, { TEST_NOTES: file })
    children.add(child)
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => {
        children.delete(child)
        resolve()
      })
    })
    /** Resolves with the next message of the process; undefined if it dies before. */
    const says = <Key extends string>(key: Key) =>
      Promise.race([
        new Promise<Extract<Said, Record<Key, unknown>>>((resolve) => {
          const hear = (said: Said) => {
            if (!(key in said)) return
            child.off('message', hear)
            resolve(said as Extract<Said, Record<Key, unknown>>)
          }
          child.on('message', hear)
        }),
        gone.then(() => undefined),
      ])
    const held = says('held')
    await says('ready')
    return {
      pid: child.pid!,
      gone,
      /** Resolves when all tasks are held at the place given by the options. */
      held,
      kill: (signal: NodeJS.Signals) => child.kill(signal),
      stop: (graceMs: number) => child.send({ stop: graceMs } satisfies Order),
      /** Has the process write late what it holds; answers the verdict per task. */
      async writeLate() {
        const said = says('late')
        child.send({ writeLate: true } satisfies Order)
        return (await said)?.late
      },
    }
  }

  function notes(): Note[] {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => {
      const [at, pid, task, fence, ...words] = line.split(' ')
      const [verb = '', name = ''] = words
      return {
        at: Number(BigInt(at!) / 1000n) / 1000,
        pid: Number(pid),
        task: Number(task),
        fence: Number(fence),
        event: words.join(' '),
        verb,
        name,
      }
    })
  }

  return {
    start,
    notes,
    async close() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Times at which two different processes or turns were inside bodies of the same thing. A body whose process was killed ends with it. */
export function overlaps(notes: Note[], thing: (note: Note) => string | number): string[] {
  const open = new Map<string | number, Note>()
  const found: string[] = []
  for (const note of notes.toSorted((a, b) => a.at - b.at)) {
    const key = thing(note)
    if (note.verb === 'begin') {
      const other = open.get(key)
      if (other && !(other.task === note.task && other.fence < note.fence))
        found.push(`${key}: task ${note.task} began inside task ${other.task}`)
      open.set(key, note)
    } else if (note.verb === 'end' || note.verb === 'stopped') {
      const other = open.get(key)
      if (other?.task === note.task && other.fence === note.fence) open.delete(key)
    }
  }
  return found
}
