import { pause } from '../../../../shared/abort.ts'
import { serialsOf, targetsOf, type Work } from './work.ts'

/** All disks at the same time, a part of it at each step. */
const STEPS = 5
const MS = { simple: 3000, full: 20_000 } as const
/** Pieces that are read at the end: all of a large disk's samples, or both ends. */
const SAMPLES = { simple: 2, full: 256 } as const

/** Clears the disks that the job names. @throws WorkFailed, OperationOver */
export async function clearDisks(work: Work, method: 'simple' | 'full', disks = targetsOf(work)): Promise<object> {
  const { parts, panel, signal, changes } = work
  const words = `Clearing disks: ${disks.length}, ${method}`
  const started = new Date().toISOString()
  // From the first sector on nothing starts from them any more.
  changes.installed(null)
  changes.wrote(serialsOf(disks), [])
  for (let n = 0; n < STEPS; n++) {
    await panel.progress('wipe', (n * 100) / STEPS, words)
    await pause((MS[method] / STEPS) * parts.speed, signal)
  }
  const ended = new Date().toISOString()
  return {
    disks: disks.map(({ model, serial, wwn, erase }) => {
      const used = method === 'simple' ? 'signatures' : (erase[0] ?? 'overwrite')
      return { model, serial, wwn, method: used, tried: [used], started, ended, samples: SAMPLES[method], ok: true }
    }),
  }
}
