/** Names of the reconcilers: `nudge(work, SWITCH_POLLER, id)` has a switch looked at as soon as the transaction is committed. */
export const SWITCH_POLLER = 'switch_poll'
export const PDU_POLLER = 'pdu_poll'
export const IPMI_POLLER = 'ipmi_poll'
