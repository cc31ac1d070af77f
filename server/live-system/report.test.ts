import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hardwareReport } from '../domain/operation/report.ts'

const agent = path.join(import.meta.dirname, 'agent')
let state: string
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'report-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

/** Runs a line of shell with the live system's own programs, where what a device says is in the file `said`. */
function shell(line: string, said: string | Buffer = ''): string {
  writeFileSync(path.join(state, 'said'), said)
  const parts = 'for part in base disks erase controller report partitions; do . "$DATAHALL_HERE/$part.sh"; done'
  const run = spawnSync('sh', ['-c', `set -eu\n${parts}\n${line}`], {
    env: {
      ...process.env,
      DATAHALL_STATE: state,
      DATAHALL_HERE: agent,
      DATAHALL_CONSOLE: '/dev/null',
    },
  })
  expect(run.stderr.toString()).toBe('')
  return run.stdout.toString()
}

describe('text of a device', () => {
  it.each([
    ['WD-1\n', 'WD-1'],
    ['  two words  \n', 'two words'],
    ['a\tb\u0000c\u007fd\ne', 'abcde'],
    ['$(reboot) `id` \\ "\'', '$(reboot) `id` \\ "\''],
    ['', ''],
    ['   ', ''],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('%j is %j', (said, printed) => expect(shell('printable < "$state/said"', said)).toBe(printed))
})

/** What report.sh gathers of a machine, as files. */
const machine = {
  facts: [
    'sys_vendor\t"},{"',
    ...[
      'product_name\tR\\1',
      'product_serial\tS-1',
      'product_uuid\t',
      'bios_vendor\t',
      'bios_version\t',
      'bios_date\t',
    ],
    ...['cpu\tEmulated', 'mhz\t2445', 'memory_kib\t1048000', 'uptime\t31', 'firmware\tbios', 'arch\tx86_64'],
  ],
  cpus: ['2\t4'],
  modules: ['DIMM 0\t512\tDDR4\t2400\tQ\t\t "; . '],
  disks: [
    'sda\tDisk "one"\tWD-1\t0x5000c500a1b2c3d4\t1073741824\t1\tsata\tata_secure_erase discard ',
    'sdb\t\t\t\t1\t0\tusb\t',
  ],
  holds: ['sda\t\tgpt\t\t1073741824', 'sda\tsda1\text4\t\\"root\t1048576'],
  smart: [
    'sda\t{"firmware_version":" 2.70\\t","smart_status":{"passed":true},"temperature":{"current":31},"ata_smart_attributes":{"table":[{"id":5,"raw":{"value":8}}]}}',
    'sdb\t{"smart_status": not JSON',
  ],
  nics: ['eth0\t02:00:00:00:00:01\te1000\t1000\t1\t9.20 0x8000d95e', 'eth1\t02:00:00:00:00:02\t\t-1\t'],
  lldp: [
    '{"lldp":[{"interface":[{"name":"eth0","chassis":[{"id":[{"value":"02:aa"}],"name":[{"value":"sw\\"1"}]}],"port":[{"id":[{"value":"Gi1"}]}]}]}]}',
  ],
  controller: ['192.0.2.9\t52:54:00:00:00:05\t1.71'],
}

function reported(of: Record<keyof typeof machine, readonly string[]>) {
  const words = Object.entries(of).flatMap(([name, lines]) => {
    const file = path.join(state, `part.${name}`)
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
    return ['--rawfile', name, file]
  })
  const made = spawnSync('jq', ['-n', '-L', agent, ...words, 'include "report"; $ARGS.named | report'])
  expect(made.stderr.toString()).toBe('')
  return hardwareReport.parse(JSON.parse(made.stdout.toString()))
}

describe('the hardware report', () => {
  it('has what was gathered, whatever devices say', () => {
    const report = reported(machine)
    expect(report).toMatchObject({ vendor: '"},{"', product: 'R\\1', serial: 'S-1', memory_mib: 1023 })
    expect(report.cpus).toEqual([{ model: 'Emulated', cores: 2, threads: 4, mhz: 2445 }])
    expect(report.memory_modules).toMatchObject([{ slot: 'DIMM 0', mib: 512, part: '"; .' }])
    expect(report.disks).toMatchObject([
      {
        ...{ name: 'sda', model: 'Disk "one"', rotational: true, erase: ['ata_secure_erase', 'discard'] },
        firmware: '2.70',
        smart: { passed: true, temperature: 31, reallocated: 8, hours: null },
        holds: [
          { part: '', type: 'gpt' },
          { part: 'sda1', type: 'ext4', label: '\\"root' },
        ],
      },
      { name: 'sdb', serial: '', smart: null, erase: [], holds: [], firmware: '' },
    ])
    expect(report.nics).toMatchObject([
      {
        name: 'eth0',
        firmware: '9.20 0x8000d95e',
        speed: 1000,
        link: true,
        lldp: { chassis: '02:aa', port: 'Gi1', system: 'sw"1' },
      },
      { name: 'eth1', firmware: '', speed: null, link: false, lldp: null },
    ])
    expect(report.controller).toEqual({ address: '192.0.2.9', mac: '52:54:00:00:00:05', firmware: '1.71' })
  })

  it('does without a controller and without an answer of lldpd', () => {
    const report = reported({ ...machine, lldp: ['not JSON'], controller: [] })
    expect([report.controller, report.nics[0]?.lldp]).toEqual([null, null])
  })
})

it.each([
  ['driver: i40e\nfirmware-version: 9.20 0x8000d95e 22.0.9\nbus-info: 0000:01:00.0\n', '9.20 0x8000d95e 22.0.9'],
  ['driver: e1000\nfirmware-version: N/A\n', ''],
  ['driver: virtio_net\nfirmware-version: \n', ''],
  ['', ''],
])('firmware of a network card is read of %j', (said, version) => {
  const programs = 'timeout() { shift; "$@"; }\nethtool() { cat "$state/said"; }'
  expect(shell(`${programs}\nnic_firmware eth0`, said)).toBe(version)
})

describe('a table of partitions', () => {
  const partition = (number: number, size: string, more = '') =>
    `/dev/md0p${number} : start= ${number === 1 ? 2048 : 20480}, ${size}type=0FC63DAF-8483-4772-8E79-3D69D8477DE4${more}`
  const head = ['label: gpt', 'label-id: 1-2']
  const dump = [
    ...[...head, 'device: /dev/md0', 'last-lba: 137182', ''],
    partition(1, 'size=        2048, ', ', uuid=D, name="a, type=x: start=1, size= 5, "'),
    partition(12, 'size=       20480, ', ', name="size= 7, "'),
  ].join('\n')
  const said = 'sfdisk() { cat "$state/said"; }\nread_table md0\n'

  it('is read, whatever names it has', () =>
    expect(shell(`${said}cat "$state/table"`, dump)).toBe(
      '1 2048 0FC63DAF-8483-4772-8E79-3D69D8477DE4\n12 20480 0FC63DAF-8483-4772-8E79-3D69D8477DE4\n',
    ))

  it('is written anew with all that is left for one of them', () =>
    expect(shell(`${said}grown_table 12`, dump).trim().split('\n')).toEqual([
      ...[...head, '', partition(1, 'size=        2048, ', ', uuid=D, name="a, type=x: start=1, size= 5, "')],
      partition(12, '', ', name="size= 7, "'),
    ]))
})
