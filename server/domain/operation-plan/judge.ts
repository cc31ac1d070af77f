import type { Text } from '../../shared/text.ts'
import {
  type Machine,
  noLiveSystem,
  type TemplateFacts,
  whyNotInstaller,
  whyNotTemplate,
  whyTooLittle,
} from '../operation/fitting.ts'
import { type OperationHindrance, whyNoOperation } from '../operation/hindrances.ts'
import type { Raid } from '../operation/raids.ts'
import { type KnownDisk, plannedDisks, whyNotDisks } from './disks.ts'
import type { PlanType } from './kinds.ts'

/** What is asked of every server. */
export type PlanAsked = { type: PlanType; hdd_raid: Raid; clear_hdd?: string | undefined }

/** What of a server decides whether its turn would come to anything. */
export type PlanFacts = {
  name: string
  state: string
  hindrances: readonly OperationHindrance[]
  machine: Machine
  /** Its location has a live system that does this. */
  live: boolean
  /** As its location has it; null: none was asked for. */
  template: TemplateFacts | null
  /** Of the last report; null: there is none. */
  memory_mib: number | null
  disks: readonly KnownDisk[] | null
}

/** Why nothing is begun on a server: in a word for programs (what hinders any operation, `here`, `arch`, `hdd_raid`, `live`, `unknown`, `disks`, `ram`, `disk`), and in words. */
export type Refusal = { code: string; words: Text }

/** The one rule by which plans are shown beforehand and servers are begun on. @param asker who made the plan */
export function whyNotPlanned(asked: PlanAsked, facts: PlanFacts, asker: { isAdmin: boolean }): Refusal | undefined {
  const { name, template, machine, disks } = facts
  const why = whyNoOperation(facts, asker)
  if (why) return { code: why.hindrance, words: why.words }
  const misfit = template && whyNotTemplate(asked.type, template, machine)
  if (misfit) return { code: misfit.why, words: misfit.words }
  const array = template && whyNotInstaller(template, asked)
  if (array) return { code: array.field, words: array.words }
  if (!facts.live) return { code: 'live', words: noLiveSystem }
  if (asked.type === 'diag') return tooLittle(asked, facts, [])
  const installs = asked.type === 'install' ? asked.hdd_raid : null
  const clears = asked.type === 'clear_hdd' || (asked.clear_hdd ?? 'none') !== 'none'
  const none = whyNotDisks({ installs, clears }, { name, disks })
  if (none || installs === null) return none
  return tooLittle(asked, facts, disks ? plannedDisks(asked, disks) : [])
}

function tooLittle(
  { hdd_raid }: PlanAsked,
  { template, memory_mib }: PlanFacts,
  chosen: readonly KnownDisk[],
): Refusal | undefined {
  const little = template && whyTooLittle(template, { ram_mib: memory_mib, hdd_raid, chosen })
  return little ? { code: little.why, words: little.words } : undefined
}
