/**
 * The field `anti_spoofing_settings` of a row that has `anti_spoofing`, as SQL: nothing with a VLAN tag passes while that is on
 * (`server/drivers/hypervisor/packets/anti-spoofing.ts`), whatever was asked for.
 * @param alias of the row's table
 */
export const vlanChecked = (alias: string) => ({
  anti_spoofing_settings: `case when ${alias}.anti_spoofing then json_build_object('vlan', true) end`,
})
