import { z } from 'zod'
import type { IpmiType } from '../../server/domain/ipmi/kinds.ts'
import { ipmiTypes } from '../../server/domain/ipmi/kinds.ts'
import { serverFields } from '../../server/domain/server/fields.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { neededShape, pickedShape } from '../form/picked.ts'

const { name, barcode } = formShape(serverFields, 'create')

/** What the form of an adoption keeps. A controller is added whole or not at all. */
export const adoptSchema = (words: { platform: string; controller: string }) =>
  z
    .object({
      name,
      barcode,
      platform: neededShape(words.platform),
      rack: pickedShape.nullable(),
      unit: z.string(),
      chassis: pickedShape.nullable(),
      slot: z.string(),
      owner: pickedShape.nullable(),
      controller_type: z.enum(ipmiTypes),
      controller_ip: z.string().trim(),
      controller_username: z.string(),
      controller_password: z.string(),
      diagnose: z.boolean(),
      setup_ipmi: z.boolean(),
    })
    .superRefine((values, context) => {
      const asked = ['controller_username', 'controller_password'] as const
      if (asked.every((part) => values[part] === '')) return
      for (const part of [...asked, 'controller_ip'] as const)
        if (values[part] === '') context.addIssue({ code: 'custom', path: [part], message: words.controller })
    })
export type AdoptValues = z.input<ReturnType<typeof adoptSchema>>

type Picked = { value: string } | null
const idOf = (picked: Picked) => (picked ? { value: Number(picked.value) } : null)

/** The request; a controller without a user is none. @param template of diagnostics, where they are wanted */
export function adoptBody(values: AdoptValues, kind: 'server' | 'blade', template: number | null) {
  const { controller_type, controller_ip, controller_username, controller_password } = values
  const owner = idOf(values.owner)
  return {
    name: values.name,
    ...(values.barcode && { barcode: values.barcode }),
    platform: Number(values.platform?.value),
    ...(kind === 'blade'
      ? { chassis: Number(values.chassis?.value), slot: Number(values.slot) }
      : { rack: Number(values.rack?.value), unit: Number(values.unit) }),
    ...(owner && { owner: owner.value }),
    ...(controller_username !== '' && {
      ipmi: {
        type: controller_type as IpmiType,
        ip: controller_ip,
        username: controller_username,
        password: controller_password,
      },
    }),
    ...(values.diagnose &&
      template !== null && { os_template_id: template, ...(values.setup_ipmi && { setup_ipmi: true }) }),
  }
}
