import { describe, expect, it } from 'vitest'
import { diskSources } from './domain-reading.ts'
import { qemuName, volumeSource } from './volume-source.ts'
import { buildXml } from './xml.ts'

const paths = ['/vm/vm-1.qcow2', '/dev/vg0/vm-1', 'rbd:datahall-vms@vms/vm-1']

it.each(paths)('reads %s from the definition that it wrote', (path) => {
  const { type, source } = volumeSource(path)
  const disk = { '@type': type, '@device': 'disk', source, target: { '@dev': 'vda' } }
  const copy = { ...disk, mirror: { '@ready': 'yes', source } }
  expect(diskSources(buildXml({ domain: { devices: { disk: copy } } }))).toEqual([
    { target_dev: 'vda', path, mirror: path, ready: true },
  ])
})

describe('an image of RBD', () => {
  it('is named with where the cluster is and which secret of libvirt opens it, and with no key', () => {
    const { type, source } = volumeSource('rbd:datahall-vms@vms/vm-1')
    expect(buildXml({ disk: { '@type': type, source } })).toBe(
      `<disk type="network"><source protocol="rbd" name="vms/vm-1"><config file="/etc/ceph/datahall-vms.conf"/>` +
        `<auth username="datahall-vms"><secret type="ceph" usage="datahall-vms"/></auth></source></disk>`,
    )
    expect(qemuName('rbd:datahall-vms@vms/vm-1')).toBe('rbd:vms/vm-1:id=datahall-vms:conf=/etc/ceph/datahall-vms.conf')
  })

  it.each(['rbd:vms/vm-1', 'rbd:a@b/c:keyfile=/etc/shadow', 'rbd:a@b/../c'])('is refused as %j', (path) => {
    expect(() => volumeSource(path)).toThrow(/no driver/)
    expect(() => qemuName(path)).toThrow(/no driver/)
  })
})
