import { z } from 'zod'
import { msg, type Text } from '../../shared/text.ts'
import { controllerKinds, type IpmiType } from '../ipmi/kinds.ts'
import { hardwareReport } from './report.ts'

const text = z.string().max(255)
const number = z.int().nonnegative().max(255).nullable()

/** What is done to a controller from inside, in this order (`server/live-system/agent/controller-setup.sh`). */
export const controllerSteps = [
  ...['name', 'password', 'access', 'enable', 'console', 'lan', 'suites'],
  ...['source', 'address', 'netmask', 'gateway', 'vlan'],
] as const

/** How the set-up of a controller went inside the machine, bounded as all that a live system says. */
export const controllerSetup = z.object({
  user: text,
  slot: number.describe('Number of the user in the controller; null: there was none for it'),
  channel: number.describe('Which of its channels leads to the network'),
  now: hardwareReport.shape.controller.describe('The controller as it was afterwards'),
  steps: z
    .array(z.object({ step: z.enum(controllerSteps), ok: z.boolean(), words: text }))
    .max(32)
    .describe('What was done, with the words of the controller where it refused'),
})
export type ControllerSetup = z.infer<typeof controllerSetup>

/** Names of the users that the panel makes in controllers. */
export const panelUsers = ['datahall', 'datahall-2'] as const

/**
 * The user that is made in a controller. The one that is in use is never touched: should the new one not work from outside, the old one still does.
 * @param used by the panel now
 */
export const freshUser = (used: string | undefined): string => panelUsers[used === panelUsers[0] ? 1 : 0]

/** Why a controller of this kind is not set up from inside its server; null: it is. */
export const whyNotInside = (type: IpmiType): Text | null =>
  controllerKinds[type].capabilities.inside
    ? null
    : msg`Controllers of the kind ${controllerKinds[type].label} are not set up from inside servers`
