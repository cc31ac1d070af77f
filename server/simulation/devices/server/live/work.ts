import type { HardwareReport } from '../../../../domain/operation/report.ts'
import type { ServerDisk, ServerParts } from '../types.ts'
import type { Panel } from './panel.ts'
import { WorkFailed } from './panel.ts'
import type { Changes } from './run.ts'

/** What a mode of the live system works with. */
export type Work = {
  parts: ServerParts
  panel: Panel
  job: Map<string, string[]>
  signal: AbortSignal
  changes: Changes
  report: () => HardwareReport
}

export const serialsOf = (disks: readonly ServerDisk[]) => disks.map(({ serial }) => serial)

/** The disks that the job names, in its order. @throws WorkFailed when one is missing, or none is named */
export function targetsOf({ job, parts }: Work) {
  const { disks } = parts.hardware()
  const targets = (job.get('disk') ?? []).map((name) => {
    const disk = disks.find(({ serial, wwn }) => (serial || wwn) === name)
    if (!disk) throw new WorkFailed(`the disk ${name} was not found: nothing was written`)
    return disk
  })
  if (targets.length === 0) throw new WorkFailed('the job names no disk')
  return targets
}
