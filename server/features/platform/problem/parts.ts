import { ofBackups } from './of-backups.ts'
import { ofDevices } from './of-devices.ts'
import { ofFigures } from './of-figures.ts'
import { ofMachines } from './of-machines.ts'
import { ofNames } from './of-names.ts'
import { ofPlans } from './of-plans.ts'
import { ofServers } from './of-servers.ts'
import { ofStorages } from './of-storages.ts'
import { ofTasks } from './of-tasks.ts'
import { allColumns, type Column, type HealthEntity, type Only, type Part, partSql, severityOf } from './part.ts'

const parts: readonly Part[] = [
  ...ofMachines,
  ...ofStorages,
  ...ofFigures,
  ...ofTasks,
  ...ofServers,
  ...ofPlans,
  ...ofDevices,
  ...ofNames,
  ...ofBackups,
]

const union = (all: readonly string[]) => all.join('\nunion all\n')

type Listed = {
  /** SQL of the account whose problems are meant; absent: all of them. */
  mine?: string
  /** Only of such objects. */
  entity?: HealthEntity
  columns?: readonly Column[]
}

/** SQL of what a reader's list of problems holds. */
export const listedProblems = ({ mine, entity, columns = allColumns }: Listed): string => {
  const listed = parts.filter(
    (part) =>
      severityOf(part) !== 'unknown' &&
      (mine === undefined || part.owner !== undefined) &&
      (entity === undefined || part.about === null || part.about === entity),
  )
  return union(listed.map((part) => partSql(part, columns, { mine })))
}

type Wanted = {
  columns: readonly Column[]
  kinds?: readonly string[] | undefined
  severities?: readonly string[]
} & Pick<Only, 'ids' | 'inside'>

/** SQL of what the health of such objects is made of: what is wrong with them, and what of them is not known. */
export const healthParts = (
  entities: readonly HealthEntity[],
  { columns, kinds, severities, ids, inside }: Wanted,
): string => {
  const chosen = parts.flatMap((part) => {
    const { about, kind } = part
    if (about === null || !entities.includes(about)) return []
    if (kinds && !kinds.includes(kind)) return []
    if (severities && !severities.includes(severityOf(part))) return []
    return partSql(part, columns, { ids, inside })
  })
  return chosen.length > 0 ? union(chosen) : `select ${columns.map((name) => `null as ${name}`).join(', ')} where false`
}
