import { z } from 'zod'
import { whyNotInstaller } from '../../../server/domain/operation/fitting.ts'
import { clearings, loadKinds, raids } from '../../../server/domain/operation/kinds.ts'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import { whyNotRaid } from '../../../server/domain/operation/raids.ts'
import { serverInstall } from '../../../server/domain/operation/schema.ts'
import type { Text } from '../../../server/shared/text.ts'
import type { Begun } from './types.ts'
import { linesOf, templateOf } from './values.ts'

const shape = z.object({
  os_template_id: z.int().nullable(),
  disk_serials: z.array(z.string()),
  hdd_raid: z.enum(raids),
  clear_hdd: z.enum(clearings),
  setup_ipmi: z.boolean(),
  load: z.array(z.enum(loadKinds)),
  /** Stored keys that are taken; null: all that are offered. */
  ssh_pub_keys: z.array(z.string()).nullable(),
  pasted: z.string(),
  password: z.string(),
  password_made: z.string(),
  /** Serial number or name, as it is typed before something is erased. */
  typed: z.string(),
})
export type InstallValues = z.infer<typeof shape>

/** Words for what the fields' own schemas cannot know. */
export type InstallWords = {
  template: string
  disks: string
  oneDisk: string
  never: (words: Text) => string
  raid: (raid: InstallValues['hdd_raid'], disks: number) => string
  key: (line: number) => string
}

/** What people choose for an operation of a type. */
export const installRules = (type: Begun, plan: InstallPlan, words: InstallWords) =>
  shape.superRefine((values, ctx) => {
    const wrong = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message })
    if (type !== 'clear_hdd' && !templateOf(type, plan, values)) wrong('os_template_id', words.template)
    if (type === 'install' || type === 'rescue') {
      const read = serverInstall.shape.password.safeParse(values.password)
      for (const issue of read.error?.issues ?? []) ctx.addIssue({ ...issue, path: ['password'] } as never)
    }
    if (type === 'install' || type === 'rescue') {
      const one = serverInstall.shape.ssh_pub_keys.unwrap()
      const bad = linesOf(values.pasted).findIndex((line) => !one.safeParse([line]).success)
      if (bad >= 0) wrong('pasted', words.key(bad + 1))
    }
    if (type !== 'install') return
    const { disk_serials: disks, hdd_raid: raid } = values
    const template = templateOf(type, plan, values)
    const never = template && whyNotInstaller(template, { hdd_raid: raid })
    if (never) wrong(never.field, words.never(never.words))
    if (plan.report) {
      if (disks.length === 0) wrong('disk_serials', words.disks)
      else if (whyNotRaid(raid, disks.length)) wrong('disk_serials', words.raid(raid, disks.length))
      else if (raid === 'no_raid' && disks.length > 1) wrong('disk_serials', words.oneDisk)
    }
  })
