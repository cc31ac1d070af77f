import type { SelEntry } from './sel.ts'

/** Names of sensor types (IPMI 2.0, table 42-3). */
const types = (
  'Reserved,Temperature,Voltage,Current,Fan,Physical security,Platform security,Processor,Power supply,Power unit,Cooling device,' +
  'Other units,Memory,Drive slot,POST memory resize,Firmware progress,Event logging,Watchdog 1,System event,Critical interrupt,' +
  'Button,Module or board,Microcontroller,Add-in card,Chassis,Chip set,Other FRU,Cable,Terminator,System boot,Boot error,' +
  'OS boot,OS stop,Slot or connector,System ACPI power state,Watchdog 2,Platform alert,Entity presence,Monitor,LAN,' +
  'Management subsystem,Battery,Session audit,Version change,FRU state'
).split(',')

/** Events of thresholds (table 42-2, type 01h). */
const thresholdEvents = [
  'lower non-critical, going low',
  'lower non-critical, going high',
  'lower critical, going low',
  'lower critical, going high',
  'lower non-recoverable, going low',
  'lower non-recoverable, going high',
  'upper non-critical, going low',
  'upper non-critical, going high',
  'upper critical, going low',
  'upper critical, going high',
  'upper non-recoverable, going low',
  'upper non-recoverable, going high',
]

/** States of generic types (table 42-2). */
const genericEvents: Record<number, string> = {
  2: 'idle|active|busy',
  3: 'state deasserted|state asserted',
  4: 'predictive failure deasserted|predictive failure asserted',
  5: 'limit not exceeded|limit exceeded',
  6: 'performance met|performance lags',
  7: 'ok|non-critical from ok|critical from less severe|non-recoverable from less severe|non-critical from more severe|critical from non-recoverable|non-recoverable|monitor|informational',
  8: 'absent|present',
  9: 'disabled|enabled',
  10: 'running|in test|power off|on line|off line|off duty|degraded|power save|install error',
  11: 'fully redundant|redundancy lost|redundancy degraded|not redundant, sufficient resources|not redundant, from insufficient resources|not redundant, insufficient resources|redundancy degraded from full|redundancy degraded from none',
}

/** States of sensor types (table 42-3): of those that servers commonly log. */
const typeEvents: Record<number, string> = {
  5: 'general chassis intrusion|drive bay intrusion|card area intrusion|processor area intrusion|LAN unplugged|unauthorised dock|fan area intrusion',
  7: 'internal error|thermal trip|self test failed|hang in POST|did not start|configuration error|uncorrectable bus error|present|disabled|terminator present|throttled|uncorrectable machine check|correctable machine check',
  8: 'present|failure|predictive failure|input lost|input lost or out of range|input out of range|configuration error|inactive',
  9: 'off|cycled|240 VA power down|interlock power down|AC lost|soft power control failure|failure|predictive failure',
  12: 'correctable error|uncorrectable error|parity error|scrub failed|disabled|correctable error limit reached|present|configuration error|spare|throttled|critical overtemperature',
  13: 'drive present|drive fault|predictive failure|hot spare|parity check|in critical array|in failed array|rebuild|rebuild aborted',
  15: 'error|hang|progress',
  16: 'correctable memory errors not logged|event type not logged|log cleared|all logging off|log full|log almost full|correctable machine checks not logged',
  18: 'reconfigured|OEM boot event|unknown hardware failure|auxiliary log|PEF action|time stamp synchronised',
  19: 'front panel NMI|bus timeout|I/O channel check NMI|software NMI|PCI PERR|PCI SERR|EISA failsafe timeout|bus correctable error|bus uncorrectable error|fatal NMI|bus fatal error|bus degraded',
  20: 'power button|sleep button|reset button|FRU latch|FRU service request',
  29: 'power up|hard reset|warm reset|user requested PXE boot|automatic boot to diagnostic|restart by the operating system|restart',
  30: 'no bootable media|no disk in the drive|PXE server not found|invalid boot sector|selection timed out',
  31: 'A: boot completed|C: boot completed|PXE boot completed|diagnostic boot completed|CD boot completed|ROM boot completed|boot completed',
  32: 'critical stop while loading|run-time critical stop|graceful stop|graceful shutdown|soft shutdown by PEF|agent not responding',
  34: 'S0: on|S1|S2|S3|S4: hibernating|S5: soft off|S4 or S5|mechanical off|sleeping|G1 sleeping|shutdown by override|legacy on|legacy off|unknown',
  35: 'timer expired|hard reset|power down|power cycle|||||timer interrupt',
  37: 'present|absent|disabled',
  40: 'sensor access degraded|controller access degraded|management controller off line|management controller unavailable|sensor failure|FRU failure',
  41: 'low|failed|present',
  43: 'hardware change|firmware or software change|hardware incompatible|firmware or software incompatible|entity of an unsupported version|entity of an unsupported version|invalid hardware|firmware updated',
}

/** The name of a sensor's type: `Temperature`; its number for types of vendors. */
export const sensorTypeName = (type: number): string => types[type] ?? `Type ${type.toString(16).padStart(2, '0')}h`

/** Words for a state of a sensor (tables 42-2 and 42-3), in lower case; `state 4` where there are none. */
export function stateText(sensorType: number, eventType: number, offset: number): string {
  const words =
    eventType === 0x01
      ? thresholdEvents
      : (eventType === 0x6f ? typeEvents[sensorType] : genericEvents[eventType])?.split('|')
  return words?.[offset] || `state ${offset}`
}

/** The states whose bits are set. */
export const statesOf = (bits: number): number[] =>
  Array.from({ length: 15 }, (_, i) => i).filter((i) => (bits >> i) & 1)

/** One line for an entry of the event log: `Temperature: upper critical, going high`. */
export function selText({ event, type }: SelEntry): string {
  if (!event) return `Record of the vendor, type ${type.toString(16).padStart(2, '0')}h`
  const words = stateText(event.sensorType, event.eventType, event.offset)
  return `${sensorTypeName(event.sensorType)}: ${words}${event.asserted ? '' : ' (no longer)'}`
}
