import { bytes, column, integer, text } from '../table.ts'

const bitmap = bytes(128)

/** vtpVlanTable (CISCO-VTP-MIB). Index: management domain, VLAN. State: 1 operational; type: 1 Ethernet. */
export const vtpVlanTable = {
  oid: '1.3.6.1.4.1.9.9.46.1.3.1.1',
  columns: { vtpVlanState: column(2, integer), vtpVlanType: column(3, integer), vtpVlanName: column(4, text(32)) },
}

/** vtpEditControlTable (CISCO-VTP-MIB). Index: management domain. Operation: 2 copy, 3 apply, 4 release; status: 1 in progress, 2 succeeded. */
export const vtpEditControlTable = {
  oid: '1.3.6.1.4.1.9.9.46.1.4.1.1',
  columns: {
    vtpVlanEditOperation: column(1, integer),
    vtpVlanApplyStatus: column(2, integer),
    vtpVlanEditBufferOwner: column(3, text(255)),
  },
}

/** vtpVlanEditTable (CISCO-VTP-MIB). Index: management domain, VLAN. */
export const vtpVlanEditTable = {
  oid: '1.3.6.1.4.1.9.9.46.1.4.2.1',
  columns: {
    vtpVlanEditType: column(3, integer),
    vtpVlanEditName: column(4, text(32)),
    vtpVlanEditRowStatus: column(11, integer),
  },
}

/**
 * vlanTrunkPortTable (CISCO-VTP-MIB). Index: ifIndex. Four bitmaps of 1,024 VLANs each, VLAN 0 in the highest bit of the first byte.
 * Dynamic state: 1 on, 2 off; status: 1 trunking, 2 not; encapsulation: 4 IEEE 802.1Q.
 */
export const vlanTrunkPortTable = {
  oid: '1.3.6.1.4.1.9.9.46.1.6.1.1',
  columns: {
    vlanTrunkPortVlansEnabled: column(4, bitmap),
    vlanTrunkPortNativeVlan: column(5, integer),
    vlanTrunkPortDynamicState: column(13, integer),
    vlanTrunkPortDynamicStatus: column(14, integer),
    vlanTrunkPortVlansEnabled2k: column(17, bitmap),
    vlanTrunkPortVlansEnabled3k: column(18, bitmap),
    vlanTrunkPortVlansEnabled4k: column(19, bitmap),
  },
}

/** vmMembershipTable (CISCO-VLAN-MEMBERSHIP-MIB). Index: ifIndex; ports in access mode. */
export const vmMembershipTable = {
  oid: '1.3.6.1.4.1.9.9.68.1.2.2.1',
  columns: { vmVlan: column(2, integer) },
}

/** portTable (CISCO-STACK-MIB). Index: module, port. Duplex: 1 half, 2 full, 3 disagree, 4 auto. */
export const stackPortTable = {
  oid: '1.3.6.1.4.1.9.5.1.4.1.1',
  columns: {
    portAdminSpeed: column(9, integer),
    portDuplex: column(10, integer),
    portIfIndex: column(11, integer),
  },
}

/** Values of portAdminSpeed. */
export const adminSpeeds = {
  auto: 1,
  auto_10_100M: 2,
  '10G': 10,
  '10M': 10_000_000,
  '100M': 100_000_000,
  '1G': 1_000_000_000,
} as const
