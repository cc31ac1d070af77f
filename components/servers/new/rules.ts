import { z } from 'zod'
import { ipmiFields } from '../../../server/domain/ipmi/fields.ts'
import { serverFields } from '../../../server/domain/server/fields.ts'
import { formShape } from '../../../server/domain/shared/field-schema.ts'
import { isMac, macsIn } from '../../form/mac-list.ts'
import { neededShape, pickedShape } from '../../form/picked.ts'

const controller = formShape(ipmiFields, 'create')

/** What the form keeps; the kind of the platform decides which place it asks for. */
export function newServerSchema(words: { place: string; platform: string; mac: string; controller: string }) {
  return z
    .object({
      type: z.enum(['server', 'blade']),
      platform: neededShape(words.platform),
      rack: pickedShape.nullable(),
      unit: z.string(),
      chassis: pickedShape.nullable(),
      slot: z.string(),
      ...formShape(serverFields, 'create'),
      owner: pickedShape.nullable(),
      mac: z.string().refine((text) => macsIn(text).every(isMac), words.mac),
      controller_type: controller.type,
      controller_ip: z.union([z.literal(''), controller.ip]),
      controller_username: z.union([z.literal(''), controller.username]),
      controller_password: z.string(),
    })
    .superRefine((values, context) => {
      const asked = values.type === 'blade' ? (['chassis', 'slot'] as const) : (['rack', 'unit'] as const)
      for (const field of asked)
        if (!values[field]) context.addIssue({ code: 'custom', path: [field], message: words.place })
      // A controller is added whole or not at all.
      const parts = ['controller_ip', 'controller_username', 'controller_password'] as const
      if (parts.some((part) => values[part] !== ''))
        for (const part of parts)
          if (!values[part]) context.addIssue({ code: 'custom', path: [part], message: words.controller })
    })
}

export type NewServer = z.input<ReturnType<typeof newServerSchema>>
