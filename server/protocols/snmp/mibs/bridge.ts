import { bytes, column, integer, text } from '../table.ts'

// 4094 VLANs, 4096 ports and some: no bitmap of ports is longer.
const portList = bytes(1_024)

/** dot1dBasePortTable (BRIDGE-MIB, RFC 4188): from bridge port numbers to ifIndex. Index: dot1dBasePort. */
export const dot1dBasePortTable = {
  oid: '1.3.6.1.2.1.17.1.4.1',
  columns: { dot1dBasePortIfIndex: column(2, integer) },
}

/** dot1dTpFdbTable (BRIDGE-MIB, RFC 4188). Index: 6 bytes of MAC address. Status: 3 learned. */
export const dot1dTpFdbTable = {
  oid: '1.3.6.1.2.1.17.4.3.1',
  columns: { dot1dTpFdbPort: column(2, integer), dot1dTpFdbStatus: column(3, integer) },
}

/** dot1qTpFdbTable (Q-BRIDGE-MIB, RFC 4363). Index: filtering database, 6 bytes of MAC address. Status: 3 learned. */
export const dot1qTpFdbTable = {
  oid: '1.3.6.1.2.1.17.7.1.2.2.1',
  columns: { dot1qTpFdbPort: column(2, integer), dot1qTpFdbStatus: column(3, integer) },
}

/** dot1qVlanCurrentTable (Q-BRIDGE-MIB). Index: time mark, VLAN. Port lists count from the highest bit of the first byte. */
export const dot1qVlanCurrentTable = {
  oid: '1.3.6.1.2.1.17.7.1.4.2.1',
  columns: {
    dot1qVlanFdbId: column(3, integer),
    dot1qVlanCurrentEgressPorts: column(4, portList),
    dot1qVlanCurrentUntaggedPorts: column(5, portList),
  },
}

/** dot1qVlanStaticTable (Q-BRIDGE-MIB). Index: VLAN. RowStatus: 1 active, 4 createAndGo, 6 destroy. */
export const dot1qVlanStaticTable = {
  oid: '1.3.6.1.2.1.17.7.1.4.3.1',
  columns: {
    dot1qVlanStaticName: column(1, text(32)),
    dot1qVlanStaticEgressPorts: column(2, portList),
    dot1qVlanForbiddenEgressPorts: column(3, portList),
    dot1qVlanStaticUntaggedPorts: column(4, portList),
    dot1qVlanStaticRowStatus: column(5, integer),
  },
}

/** dot1qPortVlanTable (Q-BRIDGE-MIB). Index: dot1dBasePort. */
export const dot1qPortVlanTable = {
  oid: '1.3.6.1.2.1.17.7.1.4.5.1',
  columns: { dot1qPvid: column(1, integer), dot1qPortAcceptableFrameTypes: column(2, integer) },
}

/** RowStatus of SNMPv2-TC (RFC 2579). */
export const rowStatus = { active: 1, createAndGo: 4, destroy: 6 } as const
