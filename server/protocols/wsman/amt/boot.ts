import { type XmlElement, xml } from '../../netconf/xml.ts'
import type { WsmanClient } from '../client.ts'
import { reference } from '../envelope.ts'

const configuration = { InstanceID: 'Intel(r) AMT: Boot Configuration 0' }

export type AmtBootDevice = 'none' | 'pxe' | 'disk' | 'cdrom' | 'diagnostic' | 'bios'

const sources: Partial<Record<AmtBootDevice, string>> = {
  pxe: 'Intel(r) AMT: Force PXE Boot',
  disk: 'Intel(r) AMT: Force Hard-drive Boot',
  cdrom: 'Intel(r) AMT: Force CD/DVD Boot',
  diagnostic: 'Intel(r) AMT: Force Diagnostic Boot',
}

// Computed by the firmware, which rejects a value.
const readOnly = new Set([
  'BIOSLastStatus',
  'BootguardStatus',
  'OptionsCleared',
  'PlatformErase',
  'RPEEnabled',
  'SecureBootControlEnabled',
  'UEFIHTTPSBootEnabled',
  'UEFILocalPBABootEnabled',
  'UefiBootNumberOfParams',
  'UefiBootParametersArray',
  'WinREBootEnabled',
])

/** Options of AMT_BootSettingData that must not survive from an earlier session. */
const quiet: Record<string, string> = {
  BIOSPause: 'false',
  BootMediaIndex: '0',
  ConfigurationDataReset: 'false',
  ForcedProgressEvents: 'false',
  IDERBootDevice: '0',
  LockKeyboard: 'false',
  LockPowerButton: 'false',
  LockResetButton: 'false',
  LockSleepButton: 'false',
  ReflashBIOS: 'false',
  SecureErase: 'false',
  UseIDER: 'false',
  UseSOL: 'false',
  UseSafeMode: 'false',
  UserPasswordBypass: 'false',
}

/** The properties of AMT_BootSettingData as they are put back, in the order in which they came. */
export function bootSettings(current: XmlElement, device: AmtBootDevice): XmlElement[] {
  const wanted = { ...quiet, BIOSSetup: String(device === 'bios') }
  return current.children
    .filter(({ name }) => !readOnly.has(name))
    .map((each) => {
      const value = wanted[each.name as keyof typeof wanted]
      return value === undefined ? each : { ...each, attributes: {}, children: [], text: value }
    })
}

/**
 * Sets from what the server boots next, once: the firmware has no lasting choice. Clears the previous setting first, so
 * that a failure half-way leaves an ordinary boot and never a mix of two choices.
 */
export async function setNextBoot(client: WsmanClient, device: AmtBootDevice, signal: AbortSignal): Promise<void> {
  await client.invoke('CIM_BootConfigSetting', 'ChangeBootOrder', [], signal)
  const current = await client.get('AMT_BootSettingData', signal)
  await client.put('AMT_BootSettingData', bootSettings(current, device), signal)
  const source = sources[device]
  if (source) {
    const input = [reference('r:Source', 'CIM_BootSourceSetting', { InstanceID: source })]
    await client.invoke('CIM_BootConfigSetting', 'ChangeBootOrder', input, signal)
  }
  // Role 1 is IsNextSingleUse, 32768 is IsNotNext (DSP1012).
  const role = [
    reference('r:BootConfigSetting', 'CIM_BootConfigSetting', configuration),
    xml('r:Role', device === 'none' ? 32_768 : 1),
  ]
  await client.invoke('CIM_BootService', 'SetBootConfigRole', role, signal)
}
