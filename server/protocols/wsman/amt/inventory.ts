import { textAt } from '../../netconf/xml.ts'
import { numberAt, type WsmanClient } from '../client.ts'
import { WsmanError } from '../errors.ts'

export type AmtInventory = {
  manufacturer: string
  model: string
  serial: string
  board: { manufacturer: string; model: string; serial: string }
  /** SMBIOS UUID, or empty. */
  uuid: string
  bios: string
  /** Version of AMT itself. */
  firmware: string
  processors: { model: string; mhz: number }[]
  memory: { bytes: number; part: string; serial: string }[]
}

/** SMBIOS begins a UUID with three little-endian numbers; AMT hands out the bytes as they lie there. */
export function smbiosUuid(hex: string): string {
  if (!/^[0-9a-f]{32}$/i.test(hex)) return ''
  const bytes = Buffer.from(hex, 'hex')
  bytes.subarray(0, 4).reverse()
  bytes.subarray(4, 6).reverse()
  bytes.subarray(6, 8).reverse()
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Reads what firmware and controller know of the hardware; classes that a version does not have stay empty. */
export async function readInventory(client: WsmanClient, signal: AbortSignal): Promise<AmtInventory> {
  const all = async (className: string) => {
    try {
      return await client.enumerate(className, signal)
    } catch (error) {
      if (error instanceof WsmanError && error.kind === 'fault') return []
      throw error
    }
  }
  const [chassis] = await all('CIM_Chassis')
  const [card] = await all('CIM_Card')
  const [bios] = await all('CIM_BIOSElement')
  const [system] = await all('CIM_ComputerSystemPackage')
  const firmware = await all('CIM_SoftwareIdentity')
  const processors = await all('CIM_Processor')
  const memory = await all('CIM_PhysicalMemory')
  return {
    manufacturer: textAt(chassis, 'Manufacturer'),
    model: textAt(chassis, 'Model'),
    serial: textAt(chassis, 'SerialNumber'),
    board: {
      manufacturer: textAt(card, 'Manufacturer'),
      model: textAt(card, 'Model'),
      serial: textAt(card, 'SerialNumber'),
    },
    uuid: smbiosUuid(textAt(system, 'PlatformGUID')),
    bios: textAt(bios, 'Version'),
    firmware: textAt(
      firmware.find((each) => textAt(each, 'InstanceID') === 'AMT'),
      'VersionString',
    ),
    // Some versions say "Managed System Processor 0" and leave the model to the operating system.
    processors: processors.map((each) => ({
      model: textAt(each, 'OtherFamilyDescription') || textAt(each, 'ElementName'),
      mhz: numberAt(each, 'MaxClockSpeed') || 0,
    })),
    memory: memory.map((each) => ({
      bytes: numberAt(each, 'Capacity') || 0,
      part: textAt(each, 'PartNumber'),
      serial: textAt(each, 'SerialNumber'),
    })),
  }
}
