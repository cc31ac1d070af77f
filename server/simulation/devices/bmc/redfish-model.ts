import type { SimulatedMachine } from './machine.ts'

export type RedfishVariant = {
  /** Sensors as a collection, without Thermal and Power. */
  newSensors?: boolean
  /** Reset types the service offers; by default most of them. */
  resetTypes?: readonly string[]
  /** Without allowable values in the system: they are behind ActionInfo. */
  actionInfo?: boolean
  /** Messages of its log, in place of the usual. */
  messages?: readonly string[]
  /** What is measured, in place of the usual: rows of Thermal and Power by their names. */
  measured?: () => { Temperatures: object[]; Fans: object[]; Voltages: object[]; PowerControl: object[] }
}

type Change = { status: number; words?: string; location?: string }

export type RedfishModel = {
  get(path: string): object | null
  /** Whether a path is the monitor of a task that is not done. */
  pending(path: string): boolean
  change(method: string, path: string, body: Record<string, unknown>, tag: string | undefined): Change
}

const v1 = '/redfish/v1'
const system = `${v1}/Systems/1`
const chassis = `${v1}/Chassis/1`
const manager = `${v1}/Managers/1`
const task = `${v1}/TaskService/TaskMonitors/1`
const id = (path: string) => ({ '@odata.id': path })
const collection = (path: string, ...members: object[]) => ({
  ...id(path),
  Members: members,
  'Members@odata.count': members.length,
})
const bootTargets = ['None', 'Pxe', 'Hdd', 'Cd', 'BiosSetup']
const boots: Record<string, string> = { Pxe: 'pxe', Hdd: 'disk', Cd: 'cdrom', BiosSetup: 'bios', None: '' }
const entriesPerPage = 2

/** The resources of a simulated service and what changes them. */
export function redfishModel(machine: SimulatedMachine, variant: RedfishVariant & { sessions: boolean }): RedfishModel {
  const { resetTypes = ['On', 'ForceOff', 'GracefulShutdown', 'ForceRestart', 'GracefulRestart', 'Nmi'] } = variant
  const boot = {
    BootSourceOverrideTarget: 'None',
    BootSourceOverrideEnabled: 'Disabled',
    BootSourceOverrideMode: 'UEFI',
  }
  let version = 1
  let waits = 0
  let light = false
  const { messages = [1, 2, 3, 4, 5].map((n) => `Event ${n}`) } = variant
  const entries = messages.map((message, i) => ({
    ...id(`${manager}/LogServices/SEL/Entries/${i + 1}`),
    Id: String(i + 1),
    Created: `2026-01-0${(i % 9) + 1}T00:00:00Z`,
    Severity: i === 4 ? 'Critical' : 'OK',
    Message: message,
    SensorType: 'Fan',
  }))
  let cleared = false

  const reset = {
    target: `${system}/Actions/ComputerSystem.Reset`,
    ...(variant.actionInfo
      ? { '@Redfish.ActionInfo': `${system}/ResetActionInfo` }
      : { 'ResetType@Redfish.AllowableValues': resetTypes }),
  }

  const resources: Record<string, () => object> = {
    [v1]: () => ({
      ...id(v1),
      RedfishVersion: '1.15.0',
      Product: 'LabController',
      Systems: id(`${v1}/Systems`),
      Links: variant.sessions ? { Sessions: id(`${v1}/SessionService/Sessions`) } : {},
    }),
    [`${v1}/Systems`]: () => collection(`${v1}/Systems`, id(system)),
    [system]: () => ({
      ...id(system),
      '@odata.etag': `W/"${version}"`,
      PowerState: machine.running ? 'On' : 'Off',
      Manufacturer: machine.product?.manufacturer ?? 'LabMaker',
      Model: machine.product?.model ?? 'LabServer',
      SerialNumber: machine.serial_number,
      UUID: '00112233-4455-6677-8899-aabbccddeeff',
      BiosVersion: '2.0',
      LocationIndicatorActive: light,
      ProcessorSummary: { Count: 2, Model: 'Lab CPU' },
      MemorySummary: { TotalSystemMemoryGiB: 64 },
      Boot: { ...boot, 'BootSourceOverrideTarget@Redfish.AllowableValues': bootTargets },
      Actions: { '#ComputerSystem.Reset': reset },
      Links: { Chassis: [id(chassis)], ManagedBy: [id(manager)] },
    }),
    [`${system}/ResetActionInfo`]: () => ({
      ...id(`${system}/ResetActionInfo`),
      Parameters: [{ Name: 'ResetType', AllowableValues: resetTypes }],
    }),
    [chassis]: () => ({
      ...id(chassis),
      ...(variant.newSensors
        ? { Sensors: id(`${chassis}/Sensors`) }
        : { Thermal: id(`${chassis}/Thermal`), Power: id(`${chassis}/Power`) }),
    }),
    [manager]: () => ({
      ...id(manager),
      FirmwareVersion: '3.1',
      LogServices: id(`${manager}/LogServices`),
      VirtualMedia: id(`${manager}/VirtualMedia`),
    }),
    [`${manager}/LogServices`]: () => collection(`${manager}/LogServices`, id(`${manager}/LogServices/SEL`)),
    [`${manager}/LogServices/SEL`]: () => ({
      ...id(`${manager}/LogServices/SEL`),
      Id: 'SEL',
      Entries: id(`${manager}/LogServices/SEL/Entries`),
      Actions: { '#LogService.ClearLog': { target: `${manager}/LogServices/SEL/Actions/LogService.ClearLog` } },
    }),
    [`${manager}/VirtualMedia`]: () =>
      collection(`${manager}/VirtualMedia`, id(`${manager}/VirtualMedia/Floppy`), id(`${manager}/VirtualMedia/CD`)),
    [`${manager}/VirtualMedia/Floppy`]: () => ({ ...id(`${manager}/VirtualMedia/Floppy`), MediaTypes: ['Floppy'] }),
    [`${manager}/VirtualMedia/CD`]: () => ({
      ...id(`${manager}/VirtualMedia/CD`),
      MediaTypes: ['CD', 'DVD'],
      Image: machine.media ?? '',
      Inserted: machine.media !== null,
      Actions: {
        '#VirtualMedia.InsertMedia': { target: `${manager}/VirtualMedia/CD/Actions/VirtualMedia.InsertMedia` },
        '#VirtualMedia.EjectMedia': { target: `${manager}/VirtualMedia/CD/Actions/VirtualMedia.EjectMedia` },
      },
    }),
    [task]: () => ({ ...id(task), TaskState: waits > 0 ? 'Running' : 'Completed' }),
    ...(variant.newSensors ? sensorResources : thermalResources),
    ...(variant.measured && measuredResources(variant.measured)),
  }

  function page(path: string): object | null {
    const [, start] = /^\/redfish\/v1\/Managers\/1\/LogServices\/SEL\/Entries(?:\?\$skip=(\d{1,3}))?$/.exec(path) ?? []
    if (!path.startsWith(`${manager}/LogServices/SEL/Entries`)) return null
    const from = Number(start ?? 0)
    const next = from + entriesPerPage
    const all = cleared ? [] : entries
    return {
      ...collection(`${manager}/LogServices/SEL/Entries`, ...all.slice(from, next)),
      ...(next < all.length ? { 'Members@odata.nextLink': `${manager}/LogServices/SEL/Entries?$skip=${next}` } : {}),
    }
  }

  function power(type: string): Change {
    if (!resetTypes.includes(type))
      return { status: 400, words: `The value ${type} is not in the list of acceptable values` }
    if (type === 'On' || type === 'ForceOff' || type === 'GracefulShutdown') machine.power(type === 'On', type)
    else if (!machine.running) return { status: 409, words: 'The system is off' }
    else machine.reset(type)
    if (boot.BootSourceOverrideEnabled === 'Once' && type !== 'ForceOff') boot.BootSourceOverrideEnabled = 'Disabled'
    return { status: 204 }
  }

  function change(method: string, path: string, body: Record<string, unknown>, tag: string | undefined): Change {
    if (method === 'PATCH' && path === system) {
      if (tag !== `W/"${version}"`) return { status: 412, words: 'The resource was changed meanwhile' }
      Object.assign(boot, body.Boot)
      if (typeof body.LocationIndicatorActive === 'boolean') light = body.LocationIndicatorActive
      version += 1
      machine.bootOnce =
        boot.BootSourceOverrideEnabled === 'Disabled' ? '' : (boots[boot.BootSourceOverrideTarget] ?? '')
      return { status: 200 }
    }
    if (method !== 'POST') return { status: 405 }
    if (path === reset.target) return power(String(body.ResetType))
    if (path.endsWith('/LogService.ClearLog')) {
      cleared = true
      return { status: 204 }
    }
    if (path.endsWith('/VirtualMedia.InsertMedia')) {
      if (machine.media !== null) return { status: 400, words: 'There is a medium already' }
      machine.media = String(body.Image)
      waits = 1
      return { status: 202, location: task }
    }
    if (path.endsWith('/VirtualMedia.EjectMedia')) {
      machine.media = null
      return { status: 204 }
    }
    return { status: 404, words: 'No such action' }
  }

  return {
    get: (path) => page(path) ?? resources[path]?.() ?? null,
    pending(path) {
      if (path !== task || waits === 0) return false
      waits -= 1
      return true
    },
    change,
  }
}

/** Both resources from what is measured when they are asked for. */
const measuredResources = (read: NonNullable<RedfishVariant['measured']>): Record<string, () => object> => ({
  [`${chassis}/Thermal`]: () => {
    const { Temperatures, Fans } = read()
    return { ...id(`${chassis}/Thermal`), Temperatures, Fans }
  },
  [`${chassis}/Power`]: () => {
    const { Voltages, PowerControl } = read()
    return { ...id(`${chassis}/Power`), Voltages, PowerControl }
  },
})

const ok = { State: 'Enabled', Health: 'OK' }

const thermalResources: Record<string, () => object> = {
  [`${chassis}/Thermal`]: () => ({
    ...id(`${chassis}/Thermal`),
    Temperatures: [
      { Name: 'Inlet', ReadingCelsius: 24, Status: ok, UpperThresholdNonCritical: 38, UpperThresholdCritical: 42 },
      { Name: 'CPU 2', ReadingCelsius: null, Status: { State: 'Absent' } },
    ],
    Fans: [{ FanName: 'Fan 1', Reading: 5_400, ReadingUnits: 'RPM', Status: { State: 'Enabled', Health: 'Warning' } }],
  }),
  [`${chassis}/Power`]: () => ({
    ...id(`${chassis}/Power`),
    PowerControl: [{ Name: 'System', PowerConsumedWatts: 180 }],
    Voltages: [{ Name: '12V', ReadingVolts: 12.1, Status: ok, LowerThresholdCritical: 11 }],
  }),
}

const sensorResources: Record<string, () => object> = {
  [`${chassis}/Sensors`]: () =>
    collection(`${chassis}/Sensors`, id(`${chassis}/Sensors/inlet`), id(`${chassis}/Sensors/fan`)),
  [`${chassis}/Sensors/inlet`]: () => ({
    ...id(`${chassis}/Sensors/inlet`),
    Name: 'Inlet',
    ReadingType: 'Temperature',
    ReadingUnits: 'Cel',
    Reading: 24,
    Status: ok,
    Thresholds: { UpperCritical: { Reading: 42 }, UpperCaution: { Reading: 38 } },
  }),
  [`${chassis}/Sensors/fan`]: () => ({
    ...id(`${chassis}/Sensors/fan`),
    Name: 'Fan 1',
    ReadingUnits: 'RPM',
    Reading: 5_400,
    Status: ok,
  }),
}
