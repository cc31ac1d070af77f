import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import { hardwareReport } from '../domain/operation/report.ts'
import { MACHINE_UUID } from './machine-fixture.ts'
import { freePort, MAC, runJob, SERIAL } from './run-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'diagnosis-'))
const bytes = 64 * 2 ** 20
beforeAll(() => ensureLiveSystem())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function emptyDisk(name: string): string {
  const file = join(folder, name)
  writeFileSync(file, Buffer.alloc(bytes))
  return file
}

/** A disk of two partitions: one has a file system with a name, the other nothing. */
function usedDisk(name: string): string {
  const file = emptyDisk(name)
  execFileSync('sfdisk', ['-q', file], { input: 'label: gpt\nsize=40MiB\nsize=8MiB\n' })
  execFileSync('mkfs.ext4', ['-q', '-L', 'my "data"', '-E', `offset=${2 ** 20}`, file, '40m'])
  return file
}

test('what disks hold is reported: what would be lost', async () => {
  const whole = emptyDisk('whole')
  execFileSync('mkfs.ext4', ['-q', '-F', '-L', '$(id)', whole])
  const { result, serial } = await runJob({
    folder,
    job: [
      ['mode', 'diag'],
      ['operation', '7'],
      ['serial', SERIAL],
    ],
    disks: [
      { file: usedDisk('used'), serial: 'USED' },
      { file: whole, serial: 'WHOLE' },
      { file: emptyDisk('bare'), serial: 'BARE' },
    ],
  })
  expect(result, serial).toMatchObject({ ok: true })
  const { disks } = hardwareReport.parse(result.report)
  const of = (wanted: string) => disks.find((one) => one.serial === wanted)?.holds
  expect(of('USED')).toEqual([
    { part: '', type: 'gpt', label: '', bytes },
    { part: expect.stringMatching(/1$/), type: 'ext4', label: 'my "data"', bytes: 40 * 2 ** 20 },
  ])
  expect(of('WHOLE')).toEqual([{ part: '', type: 'ext4', label: '$(id)', bytes }])
  expect(of('BARE')).toEqual([])
})

test.each(['diag', 'search'])('%s: a machine reports what it is made of, and powers off', async (mode) => {
  const { result, panel, serial } = await runJob({
    folder,
    job: [
      ['mode', mode],
      ['operation', '7'],
      ['serial', mode === 'search' ? '' : SERIAL],
    ],
    disks: [
      { file: emptyDisk('a'), serial: 'VIRTIO-1' },
      { file: emptyDisk('b'), serial: 'SCSI-1', kind: 'scsi', wwn: '0x5000c500a1b2c3d4' },
      { file: emptyDisk('c'), serial: 'NVME-1', kind: 'nvme' },
    ],
  })
  expect(result, serial).toMatchObject({ ok: true })
  for (const sent of [panel.report, result.report]) {
    const report = hardwareReport.parse(sent)
    expect(report).toMatchObject({
      vendor: 'Datahall',
      product: 'Test machine',
      serial: SERIAL,
      uuid: MACHINE_UUID,
      firmware: 'bios',
      arch: 'x86_64',
      memory_mib: 512,
      bios: { vendor: 'SeaBIOS' },
      cpus: [{ model: expect.stringContaining('QEMU'), cores: 1, threads: 1, mhz: expect.any(Number) }],
      memory_modules: [{ mib: 512, vendor: 'QEMU', type: 'RAM' }],
      nics: [{ mac: MAC, driver: 'virtio_net', link: true, lldp: null }],
      controller: null,
    })
    const disks = [...report.disks].sort((a, b) => (a.serial < b.serial ? -1 : 1))
    expect(disks).toMatchObject([
      { serial: 'NVME-1', bytes, transport: 'nvme', model: 'QEMU NVMe Ctrl', smart: { passed: true } },
      { serial: 'SCSI-1', bytes, wwn: '0x5000c500a1b2c3d4', transport: 'scsi', erase: ['discard'] },
      { serial: 'VIRTIO-1', bytes, transport: 'virtio', wwn: '', smart: null, erase: ['discard'] },
    ])
    expect(disks[0]?.erase).toContain('nvme_format')
  }
})

test('diag: tests under load read disks and change nothing', async () => {
  const file = emptyDisk('d')
  const { result, serial } = await runJob({
    folder,
    job: [['mode', 'diag'], ...(['cpu', 'memory', 'disk'] as const).map((kind) => ['load', kind] as const)],
    disks: [{ file, serial: 'DISK-D' }],
  })
  const mib = expect.any(Number)
  expect(result, serial).toMatchObject({
    ok: true,
    load: [
      { test: 'cpu', ok: true, cpus: 1, wrong: 0, mib },
      { test: 'memory', ok: true, mib },
      { test: 'disk', ok: true, serial: 'DISK-D', mib: 64, mib_per_s: mib },
    ],
  })
  expect(readFileSync(file).equals(Buffer.alloc(bytes))).toBe(true)
})

/** An LLDP frame (IEEE 802.1AB): chassis by hardware address, port by name, a life of 120 s, the name of the system. */
function announcement(port: string, system: string): Buffer {
  const tlv = (type: number, value: Buffer) => {
    const head = Buffer.alloc(2)
    head.writeUInt16BE((type << 9) | value.length)
    return Buffer.concat([head, value])
  }
  const text = (subtype: number[], value: string) => Buffer.concat([Buffer.from(subtype), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from('0180c200000e525400bb000188cc', 'hex'),
    tlv(1, Buffer.from('04525400bb0001', 'hex')),
    tlv(2, text([5], port)),
    tlv(3, Buffer.from('0078', 'hex')),
    tlv(5, text([], system)),
    tlv(0, Buffer.alloc(0)),
  ])
}

test('diag: the switch at the other end of a cable is named as it announces itself', async () => {
  const cable = createSocket('udp4')
  await new Promise<void>((resolve) => cable.bind(0, '127.0.0.1', resolve))
  const [port, there] = [cable.address().port, await freePort()]
  const frame = announcement('ge-0/0/1', 'switch "1"; $(reboot) <b>')
  const speaks = setInterval(() => cable.send(frame, there, '127.0.0.1'), 1000)
  const end = (side: string, at: number) => `${side}.type=inet,${side}.host=127.0.0.1,${side}.port=${at}`
  try {
    const { result, serial } = await runJob({
      folder,
      job: [['mode', 'diag']],
      disks: [],
      patience: 25,
      args: [
        ...['-netdev', `dgram,id=n1,${end('local', there)},${end('remote', port)}`],
        ...['-device', 'virtio-net-pci,netdev=n1,mac=52:54:00:77:00:02,romfile='],
      ],
    })
    expect(result, serial).toMatchObject({ ok: true })
    const { nics } = hardwareReport.parse(result.report)
    expect(nics.map(({ mac, lldp }) => [mac, lldp])).toEqual([
      [MAC, null],
      ['52:54:00:77:00:02', { chassis: '52:54:00:bb:00:01', port: 'ge-0/0/1', system: 'switch "1"; $(reboot) <b>' }],
    ])
  } finally {
    clearInterval(speaks)
    cable.close()
  }
})
