/** What the demo's racks are filled with, by letter, from the bottom up. Digits and dots are free or reserved units. */
export const platforms = {
  a: {
    name: 'R650, 10 SFF',
    type: 'server',
    server_size: 1,
    width: 'full',
    hdd_slot_count: 10,
    watts: 240,
    configuration: '2 × 16 cores, 256 GiB, 4 × 1.92 TB NVMe',
  },
  b: {
    name: 'R750, 24 SFF',
    type: 'server',
    server_size: 2,
    width: 'full',
    hdd_slot_count: 24,
    watts: 380,
    configuration: '2 × 24 cores, 768 GiB, 12 × 3.84 TB NVMe',
  },
  s: {
    name: 'R750xd, 12 LFF',
    type: 'server',
    server_size: 2,
    width: 'full',
    hdd_slot_count: 12,
    watts: 330,
    configuration: '2 × 16 cores, 128 GiB, 12 × 16 TB',
  },
  S: {
    name: 'X12 store, 36 LFF',
    type: 'server',
    server_size: 4,
    width: 'full',
    hdd_slot_count: 36,
    watts: 620,
    configuration: '2 × 12 cores, 256 GiB, 36 × 20 TB',
  },
  g: {
    name: 'X12 GPU, 8 SFF',
    type: 'server',
    server_size: 4,
    width: 'full',
    hdd_slot_count: 8,
    watts: 1400,
    configuration: '2 × 32 cores, 1 TiB, 4 GPUs',
  },
  h: {
    name: 'Twin node, 4 SFF',
    type: 'server',
    server_size: 1,
    width: 'half',
    hdd_slot_count: 4,
    watts: 150,
    configuration: '1 × 16 cores, 64 GiB, 2 × 960 GB',
  },
  B: {
    name: 'MX750 blade',
    type: 'blade',
    server_size: 1,
    width: 'full',
    hdd_slot_count: 4,
    watts: 300,
    configuration: '2 × 20 cores, 512 GiB, 2 × 960 GB',
  },
} as const
export type PlatformKey = keyof typeof platforms

/** Names of servers by what they are; each kind counts on its own over both locations. */
export const prefixes: Record<PlatformKey, string> = {
  a: 'srv',
  b: 'db',
  s: 'stor',
  S: 'vault',
  g: 'gpu',
  h: 'edge',
  B: 'bl',
}

/**
 * Racks: `a` to `S` are servers as above, `n` one that carries a node of the demo's cluster, `h` a pair and `l` a lone half, `C` a
 * chassis of 6 units with blades, `.` a free unit, `r` one kept free. The top of each rack is for switches.
 */
export const rooms = [
  {
    name: 'FRA1',
    geolocation: 'Frankfurt am Main, Germany',
    ssh_address: '127.18.151.1',
    network: '198.18.16',
    rows: [
      [
        { name: 'A01', size: 42, fill: 'S.ss.nbb..hhh.a.nn..aaa..b' },
        { name: 'A02', size: 42, fill: 'S.aaa..hh...C..aaa..bb..a' },
        { name: 'A03', size: 42, fill: 'sss.b.aaaa..b..aaa...hhl..rr..S' },
        { name: 'A04', size: 42, fill: 'gg...aab..aaaa...h.ss..gg' },
        { name: 'A05', size: 42, fill: 'bb.aaaa...C..aaa..h....ss' },
      ],
      [
        { name: 'B01', size: 42, fill: 'bb..aaa.sS...aa..b..aa' },
        { name: 'B02', size: 42, fill: 'aaaa..hhhh.aa...bb..a..S.aa' },
        { name: 'B03', size: 42, fill: 'ss..b.aaaa...C...aa' },
        { name: 'B04', size: 42, fill: 'a.a' },
      ],
    ],
  },
  {
    name: 'LON2',
    geolocation: 'London, United Kingdom',
    ssh_address: '127.18.152.1',
    network: '198.18.48',
    rows: [
      [
        { name: 'A01', size: 48, fill: 'SS..bb.aaaa..hhh..aab...g' },
        { name: 'A02', size: 48, fill: 'ss..aaaa...bb..aaal...g..aa' },
        { name: 'A03', size: 48, fill: 'aaa..rrrr...bb...a' },
      ],
    ],
  },
] as const

export const vlans = [
  { vlan_id: 10, name: 'management' },
  { vlan_id: 20, name: 'storage' },
  { vlan_id: 110, name: 'tenant-a' },
  { vlan_id: 120, name: 'tenant-b' },
  { vlan_id: 130, name: 'tenant-c' },
  { vlan_id: 200, name: 'public' },
]
export const MANAGEMENT = 10
export const PUBLIC = 200
/** Of the owner with this place in the demo's list. */
export const vlanOf = (owner: number | null) => (owner === null ? PUBLIC : 110 + owner * 10)

/** Out of the ordinary, so that there is something to see: by name, without the suffix of a second demo. */
export const special: {
  [server: string]: { state_info?: string; maintenance?: boolean; note?: string; off?: boolean; is_new?: boolean }
} = {
  'db-04': {
    state_info: 'Drive 4 failed, the array rebuilds without a spare',
    note: 'Spare drive ordered, ticket 4471',
  },
  'stor-06': { state_info: 'Inlet at 41 °C: fan 2 stands still' },
  'gpu-02': { maintenance: true, note: 'Riser card is being replaced, ticket 4460' },
  'srv-17': { off: true, note: 'Returned by its customer on 14 November' },
  'srv-31': { off: true },
  'vault-03': { is_new: true },
}
/** A memory module of it has been missing since its last diagnostics. */
export const lostModule = 'db-11'
/** What kinds of switches say they are. */
export const switchModels = {
  core: 'C9024',
  sw: 'T5248',
  mg: 'M2148',
} as const

/** Its data port has no link although it is on. */
export const unlinked = 'srv-22'
/** A bad cable: its switch counts broken frames at the data port. */
export const noisy = 'db-06'
/** Its data port is not entered: its switch suggests the link. */
export const forgotten = 'srv-15'
/** Their cables are swapped: switches learn addresses that the panel does not expect. */
export const swapped = ['edge-11', 'edge-12'] as const
/** Its port was put into another VLAN at the switch itself. */
export const moved = 'edge-05'
/** The last port for servers of this switch was switched off here, and on again at the switch itself. */
export const reopened = 'sw-fra1-b04'
/** Its second power input is off. */
export const halfFed = 'srv-09'
/** Answers nothing: neither does its agent. */
export const deadSwitch = 'mg-fra1-b02'
