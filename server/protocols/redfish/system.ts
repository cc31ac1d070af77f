import { msg } from '../../shared/text.ts'
import type { RedfishClient } from './client.ts'
import { RedfishError } from './errors.ts'
import { linkAt, linkPath, number, part, type Resource, text, texts } from './values.ts'

/** The server that the service controls: the first of its systems. @throws RedfishError absent */
export async function readSystem(client: RedfishClient, signal: AbortSignal): Promise<Resource> {
  const path = linkAt(await client.root(signal), 'Systems')
  const [system] = path ? await client.members(path, signal, 1) : []
  if (!system) throw new RedfishError('absent', msg`The device controls no system`)
  return system
}

export type ResetType =
  | 'On'
  | 'ForceOn'
  | 'ForceOff'
  | 'GracefulShutdown'
  | 'ForceRestart'
  | 'GracefulRestart'
  | 'PowerCycle'
  | 'Nmi'
  | 'PushPowerButton'

/** Reset types that the system takes, or null when it does not say. */
export async function resetTypes(
  client: RedfishClient,
  system: Resource,
  signal: AbortSignal,
): Promise<string[] | null> {
  const action = part(system, 'Actions', '#ComputerSystem.Reset')
  const listed = texts(action, 'ResetType@Redfish.AllowableValues')
  if (listed || !text(action, '@Redfish.ActionInfo')) return listed
  const info = await client.get(linkPath(action['@Redfish.ActionInfo']), signal)
  const parameters = Array.isArray(info.Parameters) ? (info.Parameters as Resource[]) : []
  const type = parameters.find((each) => part({ each }, 'each').Name === 'ResetType')
  return type ? texts(type, 'AllowableValues') : null
}

/**
 * Asks for the first of some reset types that the system takes: not all know `PowerCycle` or `ForceOn`.
 *
 * @throws RedfishError unsupported when it takes none of them
 */
export async function reset(
  client: RedfishClient,
  system: Resource,
  wanted: readonly [ResetType, ...ResetType[]],
  signal: AbortSignal,
): Promise<ResetType> {
  const target = part(system, 'Actions', '#ComputerSystem.Reset').target
  if (target === undefined)
    throw new RedfishError('unsupported', msg`The device cannot switch the power of this system`)
  const allowed = await resetTypes(client, system, signal)
  const type = wanted.find((each) => allowed === null || allowed.includes(each))
  if (!type) throw new RedfishError('unsupported', msg`The device does not offer ${wanted.join(' or ')}`)
  await client.post(linkPath(target), { ResetType: type }, signal)
  return type
}

export type BootTarget = 'None' | 'Pxe' | 'Hdd' | 'Cd' | 'Usb' | 'BiosSetup' | 'Diags' | 'Floppy'

/**
 * Sets from what the system boots: once, or until it is set again; `efi` null leaves the mode as it is, and a system
 * without a mode has only one.
 */
export async function setBoot(
  client: RedfishClient,
  system: Resource,
  boot: { target: BootTarget; once: boolean; efi: boolean | null },
  signal: AbortSignal,
): Promise<void> {
  const offered = texts(part(system, 'Boot'), 'BootSourceOverrideTarget@Redfish.AllowableValues')
  if (boot.target !== 'None' && offered && !offered.includes(boot.target))
    throw new RedfishError(
      'unsupported',
      msg`The device cannot boot from ${boot.target}; it offers ${offered.join(', ').slice(0, 200)}`,
    )
  const off = boot.target === 'None'
  const mode = text(part(system, 'Boot'), 'BootSourceOverrideMode')
  const wanted = boot.efi === null ? mode : boot.efi ? 'UEFI' : 'Legacy'
  const Boot = {
    BootSourceOverrideTarget: boot.target,
    BootSourceOverrideEnabled: off ? 'Disabled' : boot.once ? 'Once' : 'Continuous',
    ...(mode === '' || mode === wanted || off ? {} : { BootSourceOverrideMode: wanted }),
  }
  await client.patch(system, { Boot }, signal)
}

/** Switches the locator LED, by the newer or the older property. @throws RedfishError unsupported */
export async function setLight(
  client: RedfishClient,
  system: Resource,
  lit: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (typeof system.LocationIndicatorActive === 'boolean')
    return client.patch(system, { LocationIndicatorActive: lit }, signal)
  if (text(system, 'IndicatorLED') === '') throw new RedfishError('unsupported', msg`The device has no locator LED`)
  await client.patch(system, { IndicatorLED: lit ? 'Lit' : 'Off' }, signal)
}

/** What the service knows of the hardware. */
export function hardware(system: Resource) {
  const processors = part(system, 'ProcessorSummary')
  return {
    manufacturer: text(system, 'Manufacturer'),
    model: text(system, 'Model'),
    serial: text(system, 'SerialNumber'),
    part: text(system, 'PartNumber') || text(system, 'SKU'),
    asset: text(system, 'AssetTag'),
    uuid: text(system, 'UUID'),
    bios: text(system, 'BiosVersion'),
    host_name: text(system, 'HostName'),
    processor: text(processors, 'Model'),
    processors: number(processors, 'Count'),
    memory_gib: number(part(system, 'MemorySummary'), 'TotalSystemMemoryGiB'),
  }
}
