import { z } from 'zod'
import { clearings, loadKinds, raids } from '../../../../server/domain/operation/kinds.ts'
import { serverInstall } from '../../../../server/domain/operation/schema.ts'
import { type PlanType, planNeeds } from '../../../../server/domain/operation-plan/kinds.ts'
import { operationPlanCreate } from '../../../../server/domain/operation-plan/schema.ts'
import { neededShape, pickedShape } from '../../../form/picked.ts'
import { linesOf } from '../../install/values.ts'

const { limit_per_location, stagger_seconds } = operationPlanCreate.shape

/** What people choose for many servers at once. @param words for what the fields' own schemas cannot know */
export const planRules = (type: PlanType, words: { template: string; key: (line: number) => string }) =>
  z
    .object({
      os_template_id: planNeeds[type].template ? neededShape(words.template) : pickedShape.nullable(),
      hdd_raid: z.enum(raids),
      clear_hdd: z.enum(clearings),
      load: z.array(z.enum(loadKinds)),
      /** Stored keys that are taken; null: all that are offered. */
      ssh_pub_keys: z.array(z.string()).nullable(),
      pasted: z.string(),
      password: type === 'install' ? serverInstall.shape.password : z.string(),
      password_made: z.string(),
      limit_per_location: limit_per_location.unwrap(),
      stagger_seconds: stagger_seconds.unwrap(),
      /** The number of servers, as it is typed before something is erased. */
      typed: z.string(),
    })
    .superRefine(({ pasted }, ctx) => {
      const one = serverInstall.shape.ssh_pub_keys.unwrap()
      const bad = linesOf(pasted).findIndex((line) => !one.safeParse([line]).success)
      if (bad >= 0) ctx.addIssue({ code: 'custom', path: ['pasted'], message: words.key(bad + 1) })
    })
export type PlanValues = z.infer<ReturnType<typeof planRules>>
