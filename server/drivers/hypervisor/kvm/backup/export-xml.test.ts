import { expect, test } from 'vitest'
import type { DiskToRead } from '../../backup-types.ts'
import { checkpointXml, exportXml, redefinedXml } from './export-xml.ts'

const disk = (target_dev: string): DiskToRead => ({ path: `/vm/${target_dev}.qcow2`, format: 'qcow2', target_dev })
const disks = [disk('vda'), disk('vdb')]
const options = { socket: '/run/s', scratch: ({ target_dev }: DiskToRead) => `/vm/${target_dev}.scratch` }

test('an export names its disks, where they are served and what is overwritten goes', () => {
  expect(exportXml(disks, { ...options, parent: null })).toBe(
    '<domainbackup mode="pull"><server transport="unix" socket="/run/s"/><disks>' +
      '<disk name="vda" backup="yes" type="file"><driver type="qcow2"/><scratch file="/vm/vda.scratch"/></disk>' +
      '<disk name="vdb" backup="yes" type="file"><driver type="qcow2"/><scratch file="/vm/vdb.scratch"/></disk>' +
      '</disks></domainbackup>',
  )
})

test('an increment names its parent, and its bitmap the same for all parents', () => {
  expect(exportXml([disk('vda')], { ...options, parent: 'dh-1' })).toBe(
    '<domainbackup mode="pull"><incremental>dh-1</incremental><server transport="unix" socket="/run/s"/><disks>' +
      '<disk name="vda" backup="yes" type="file" exportbitmap="changed"><driver type="qcow2"/><scratch file="/vm/vda.scratch"/></disk>' +
      '</disks></domainbackup>',
  )
})

test('a path on the node that is none is refused', () => {
  const scratch = () => '/vm/../etc/x'
  expect(() => exportXml(disks, { ...options, parent: null, scratch })).toThrow(/absolute/)
})

test('a checkpoint marks its disks; one of bitmaps that are there carries the definition as it is', () => {
  expect(checkpointXml('dh-2', [disk('vda')])).toBe(
    '<domaincheckpoint><name>dh-2</name><disks><disk name="vda" checkpoint="bitmap"/></disks></domaincheckpoint>',
  )
  const definition = "<domain type='kvm'><name>a$&amp;b</name></domain>"
  expect(redefinedXml({ name: 'dh-2', parent: 'dh-1', creationTime: 5 }, [disk('vda')], definition)).toBe(
    '<domaincheckpoint><name>dh-2</name><parent><name>dh-1</name></parent><creationTime>5</creationTime>' +
      `<disks><disk name="vda" checkpoint="bitmap" bitmap="dh-2"/></disks>${definition}</domaincheckpoint>`,
  )
})
