import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import { hardwareReport } from '../domain/operation/report.ts'
import { MACHINE_UUID } from './machine-fixture.ts'
import { MAC, runJob, SERIAL } from './run-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'diagnosis-'))
const bytes = 64 * 2 ** 20
beforeAll(() => ensureLiveSystem())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function emptyDisk(name: string): string {
  const file = join(folder, name)
  writeFileSync(file, Buffer.alloc(bytes))
  return file
}

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
