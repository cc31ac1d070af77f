import { defineFields } from '../shared/field.ts'

/** The fields of a network beside its addresses, gateway and VLAN, which each service takes in a form of its own. */
export const ipnetFields = defineFields({
  need_reserve: { type: 'bool', describe: "Whether the network's own and the broadcast address are never given" },
  note: { type: 'text', lines: 2 },
})
