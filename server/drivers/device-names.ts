import { msg } from '../shared/text.ts'

/** Devices as sentences name them: at an address, and alone for people who are not to know where they are. */
export const deviceNames = {
  switch: { at: (address: string) => msg`The switch at ${address}`, alone: msg`The switch` },
  pdu: { at: (address: string) => msg`The PDU at ${address}`, alone: msg`The PDU` },
  controller: { at: (address: string) => msg`The controller at ${address}`, alone: msg`The controller` },
} as const
