import { msg, type Text } from '../shared/text.ts'

/** Devices as sentences name them: at an address, and alone for people who are not to know where they are. */
export const deviceNames = {
  switch: { at: (address: string) => msg`The switch at ${address}`, alone: msg`The switch` },
  pdu: { at: (address: string) => msg`The PDU at ${address}`, alone: msg`The PDU` },
  controller: { at: (address: string) => msg`The controller at ${address}`, alone: msg`The controller` },
} as const

/** @param device from `deviceNames` @param users whether it knows users (SNMP version 3) rather than a community */
export const silentOverSnmp = (device: Text, users: boolean): Text =>
  users
    ? msg`${device} does not answer over SNMP. Check that it is on, that the panel can reach it, and that the user and passwords are right`
    : msg`${device} does not answer over SNMP. Check that it is on, that the panel can reach it, and that the community is right`

export const nothingForIpmi = (controller: Text): Text =>
  msg`${controller} does not accept IPMI connections. Check address and port`

export const otherController = (controller: Text): Text =>
  msg`${controller} presented a different identity. If the controller was replaced, trust the new one`
