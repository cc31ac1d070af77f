import { randomUUID } from 'node:crypto'
import { child, parseXml, textAt, type XmlElement } from '../../../protocols/netconf/xml.ts'
import type { SimulatedMachine } from './machine.ts'

const soap = 'http://www.w3.org/2003/05/soap-envelope'
const addressing = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'

const properties = (pairs: Record<string, string | number | boolean>) =>
  Object.entries(pairs)
    .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
    .join('')

type Settings = Map<string, string>
// Kept beside the server: what a controller remembers of its boot settings.
const remembered = new WeakMap<SimulatedMachine, { settings: Settings; source: string }>()

function memory(machine: SimulatedMachine) {
  const found = remembered.get(machine) ?? {
    source: '',
    settings: new Map([
      ['BIOSLastStatus', '0'],
      ['BIOSPause', 'false'],
      ['BIOSSetup', 'false'],
      ['BootMediaIndex', '0'],
      ['ElementName', 'Intel(r) AMT Boot Configuration Settings'],
      ['InstanceID', 'Intel(r) AMT:BootSettingData 0'],
      ['UseSOL', 'true'],
      ['WinREBootEnabled', 'true'],
    ]),
  }
  remembered.set(machine, found)
  return found
}

/** One record of the log: 2026-01-02 03:04:05, firmware progress, starting the operating system. */
const record = Buffer.from('25355769ff0f6f0268010022000040130000000000', 'hex')

function instances(machine: SimulatedMachine): Record<string, Record<string, string | number | boolean>> {
  return {
    CIM_AssociatedPowerManagementService: { PowerState: machine.running ? 2 : 8, RequestedPowerState: 2 },
    AMT_GeneralSettings: { DigestRealm: 'Digest:00', DomainName: 'example.org', HostName: 'sim' },
    AMT_RedirectionService: {
      EnabledState: machine.serialOff ? 32_768 : 32_770,
      ListenerEnabled: !machine.serialOff,
      Name: 'Intel(r) AMT Redirection Service',
    },
    AMT_BootSettingData: Object.fromEntries(memory(machine).settings),
    CIM_Chassis: {
      Manufacturer: machine.product?.manufacturer ?? 'LabMaker',
      Model: machine.product?.model ?? 'LabDesk',
      SerialNumber: machine.serial_number,
    },
    CIM_Card: { Manufacturer: 'LabMaker', Model: 'LabBoard', SerialNumber: 'BRD1' },
    CIM_BIOSElement: { Version: '1.2.3' },
    CIM_ComputerSystemPackage: { PlatformGUID: '33221100554477668899AABBCCDDEEFF' },
    CIM_SoftwareIdentity: { InstanceID: 'AMT', VersionString: '16.1.25' },
    CIM_Processor: { ElementName: 'Managed System Processor 0', MaxClockSpeed: 4_000 },
    CIM_PhysicalMemory: { Capacity: 17_179_869_184, PartNumber: 'MEM16', SerialNumber: 'M1' },
  }
}

const sources: Record<string, string> = {
  'Force PXE Boot': 'pxe',
  'Force Hard-drive Boot': 'disk',
  'Force CD/DVD Boot': 'cdrom',
}

function invoke(machine: SimulatedMachine, method: string, input: XmlElement): { code: number; output?: string } {
  const state = memory(machine)
  switch (method) {
    case 'RequestPowerStateChange': {
      const wanted = Number(textAt(input, 'PowerState'))
      if (textAt(input, 'ManagedElement', 'ReferenceParameters', 'SelectorSet', 'Selector') !== 'ManagedSystem')
        return { code: 5 }
      if (wanted === 2) machine.power(true, 'on')
      else if (wanted === 8 || wanted === 12) machine.power(false, wanted === 8 ? 'off' : 'soft')
      else if (wanted === 5 || wanted === 10) {
        if (!machine.running) return { code: 2 }
        machine.reset(wanted === 5 ? 'cycle' : 'reset')
      } else return { code: 2 }
      return { code: 0 }
    }
    case 'ChangeBootOrder': {
      const source = textAt(input, 'Source', 'ReferenceParameters', 'SelectorSet', 'Selector')
      state.source = sources[source.replace('Intel(r) AMT: ', '')] ?? ''
      return { code: source && !state.source ? 5 : 0 }
    }
    case 'SetBootConfigRole':
      machine.bootOnce =
        textAt(input, 'Role') === '1' ? (state.settings.get('BIOSSetup') === 'true' ? 'bios' : state.source) : ''
      return { code: 0 }
    case 'PositionToFirstRecord':
      return { code: 0, output: properties({ IterationIdentifier: 1 }) }
    case 'GetRecords':
      return {
        code: 0,
        output: properties({ IterationIdentifier: 2, NoMoreRecords: true, RecordArray: record.toString('base64') }),
      }
    case 'RequestStateChange':
      machine.serialOff = Number(textAt(input, 'RequestedState')) < 32_770
      return { code: 0 }
    case 'ClearLog':
      return { code: 0 }
    default:
      return { code: 36 }
  }
}

/** Answers one request as the firmware does, for the classes it has here. */
export function answerWsman(machine: SimulatedMachine, text: string): { status: number; body: string } {
  const request = parseXml(text)
  const header = child(request, 'Header')
  const action = textAt(header, 'Action')
  const resource = textAt(header, 'ResourceURI')
  const className = resource.split('/').at(-1) ?? ''
  const operation = action.split('/').at(-1) ?? ''
  const content = child(request, 'Body')?.children[0]
  const known = instances(machine)[className]
  const wrap = (body: string, status = 200) => ({
    status,
    body: `<?xml version="1.0" encoding="UTF-8"?><a:Envelope xmlns:a="${soap}" xmlns:b="${addressing}" xmlns:g="${resource}"><a:Header><b:To>${addressing}/role/anonymous</b:To><b:RelatesTo>${textAt(header, 'MessageID')}</b:RelatesTo><b:Action a:mustUnderstand="true">${action}Response</b:Action><b:MessageID>uuid:${randomUUID()}</b:MessageID></a:Header><a:Body>${body}</a:Body></a:Envelope>`,
  })
  const fault = (code: string, reason: string) =>
    wrap(
      `<a:Fault><a:Code><a:Value>a:Sender</a:Value><a:Subcode><a:Value>b:${code}</a:Value></a:Subcode></a:Code><a:Reason><a:Text xml:lang="en-US">${reason}</a:Text></a:Reason></a:Fault>`,
      400,
    )

  if (action.endsWith('/transfer/Get')) {
    if (!known) return fault('DestinationUnreachable', 'No route can be determined to reach the destination role')
    return wrap(`<g:${className}>${properties(known)}</g:${className}>`)
  }
  if (action.endsWith('/transfer/Put')) {
    const settings = memory(machine).settings
    for (const { name, text: value } of content?.children ?? []) {
      if (name === 'WinREBootEnabled' || name === 'BIOSLastStatus')
        return fault('InvalidRepresentation', 'Read-only property')
      if (className === 'AMT_BootSettingData') settings.set(name, value)
    }
    return wrap(`<g:${className}>${properties(Object.fromEntries(settings))}</g:${className}>`)
  }
  const list = 'http://schemas.xmlsoap.org/ws/2004/09/enumeration'
  if (operation === 'Enumerate') {
    if (!known) return fault('DestinationUnreachable', 'No route can be determined to reach the destination role')
    return wrap(
      `<e:EnumerateResponse xmlns:e="${list}"><e:EnumerationContext>1</e:EnumerationContext></e:EnumerateResponse>`,
    )
  }
  if (operation === 'Pull')
    return wrap(
      `<e:PullResponse xmlns:e="${list}"><e:Items><g:${className}>${properties(known ?? {})}</g:${className}></e:Items><e:EndOfSequence/></e:PullResponse>`,
    )
  const { code, output = '' } = content ? invoke(machine, operation, content) : { code: 5 }
  return wrap(`<g:${operation}_OUTPUT>${output}<g:ReturnValue>${code}</g:ReturnValue></g:${operation}_OUTPUT>`)
}
