import { others, putFiles, removeFiles, wrongFiles } from './files.ts'
import { foldersAreThere, makeFolders, removeFolders } from './folders.ts'
import type { BootHost } from './host.ts'
import { applyDhcp, isInForce } from './kea.ts'
import { type Manifest, sha256 } from './manifest.ts'
import { installPackages, missingPackages, removePackages } from './packages.ts'
import { plannedFiles, startedWith } from './plan.ts'
import { copyPrograms, wrongPrograms } from './programs.ts'
import { startUnit, stopUnits, unitState, waitForUnit } from './run-units.ts'
import { type BootServices, type Unit, units } from './types.ts'
import { works } from './works.ts'

export type StepWork = { host: BootHost; services: BootServices; manifest: Manifest; signal: AbortSignal }

export const stepNames = ['folders', 'packages', 'files', 'programs', 'services'] as const
export type StepName = (typeof stepNames)[number]

/** A part of the set-up. It is done again when its version has grown, or when it is no longer as it left it. */
export type Step = {
  name: StepName
  version: number
  isDone(work: StepWork): Promise<boolean>
  /** @returns what is known of the host then */
  apply(work: StepWork): Promise<Manifest>
  /** Also when it was done by halves, or not at all. */
  undo(work: Omit<StepWork, 'services'>): Promise<void>
}

const filesOf = ({ host, services }: StepWork) => plannedFiles(services, host.facts)

/** All steps, in order; undone in the opposite one. */
export const steps: readonly Step[] = [
  {
    name: 'folders',
    version: 1,
    isDone: ({ host, signal }) => foldersAreThere(host, signal),
    apply: async ({ host, manifest, signal }) => {
      await makeFolders(host, signal)
      return manifest
    },
    undo: ({ host, signal }) => removeFolders(host, signal),
  },
  {
    name: 'packages',
    version: 1,
    isDone: async ({ host, signal }) => (await missingPackages(host, signal)).length === 0,
    apply: ({ host, manifest, signal }) => installPackages(host, manifest, signal),
    undo: ({ host, manifest, signal }) => removePackages(host, manifest, signal),
  },
  {
    name: 'files',
    version: 1,
    isDone: async (work) => {
      const files = filesOf(work)
      const wrong = await wrongFiles(work.host, files, work.manifest, work.signal)
      return wrong.length === 0 && others(files, work.manifest).length === 0
    },
    apply: (work) => putFiles(work.host, filesOf(work), work.manifest, work.signal),
    undo: ({ host, manifest, signal }) => removeFiles(host, Object.keys(manifest.files), signal),
  },
  {
    name: 'programs',
    version: 1,
    isDone: async ({ host, signal }) => (await wrongPrograms(host, signal)).length === 0,
    apply: async ({ host, manifest, signal }) => {
      await copyPrograms(host, signal)
      return manifest
    },
    // They lie in a folder that goes.
    undo: async () => {},
  },
  {
    name: 'services',
    version: 1,
    isDone: async (work) => {
      for (const unit of units) if (!(await runsAsPlanned(work, unit))) return false
      return isInForce(work.host, work.services, work.signal)
    },
    apply: startAll,
    undo: ({ host, signal }) => stopUnits(host, signal),
  },
]

/** What a service takes notice of when it starts. */
const startSum = (work: StepWork, unit: Unit) =>
  sha256(JSON.stringify(startedWith(filesOf(work), unit).map(({ path, content }) => [path, content])))

async function runsAsPlanned(work: StepWork, unit: Unit): Promise<boolean> {
  const { host, services, manifest, signal } = work
  if (manifest.started[unit] !== startSum(work, unit)) return false
  const { kept, pid } = await unitState(host, unit, signal)
  return kept && pid !== 0 && (await works[unit](host, services, signal))
}

async function startAll(work: StepWork): Promise<Manifest> {
  const { host, services, signal } = work
  const started = { ...work.manifest.started }
  for (const unit of units) {
    if (await runsAsPlanned(work, unit)) continue
    await startUnit(host, unit, signal)
    await waitForUnit(host, unit, () => works[unit](host, services, signal), signal)
    started[unit] = startSum(work, unit)
  }
  if (!(await isInForce(host, services, signal))) await applyDhcp(host, services, signal)
  return { ...work.manifest, started }
}
