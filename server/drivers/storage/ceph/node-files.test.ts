import { expect, it } from 'vitest'
import { confText, secretXml } from './node-files.ts'

const ID = '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001'
const OF = { identity: ID, pool: 'vms' }

it('writes where the cluster is, and where the key lies, but no key', () =>
  expect(
    confText(OF, {
      fsid: '5d6c3c2e-1f2b-4f4e-9a55-2e1f6f2d0c01',
      monitors: ['[v2:192.0.2.1:3300,v1:192.0.2.1:6789]', '[v2:192.0.2.2:3300]'],
    }),
  ).toBe(`# Written by Datahall for the storage ${ID}.
[global]
fsid = 5d6c3c2e-1f2b-4f4e-9a55-2e1f6f2d0c01
mon_host = [v2:192.0.2.1:3300,v1:192.0.2.1:6789] [v2:192.0.2.2:3300]

[client]
keyfile = /etc/ceph/datahall-vms.key
`))

it('keeps the secret of libvirt over restarts, and from those who may use its socket', () =>
  expect(secretXml(OF)).toContain(
    `<secret ephemeral='no' private='yes'><uuid>${ID}</uuid><usage type='ceph'><name>datahall-vms</name>`,
  ))
