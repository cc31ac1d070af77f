import { expect, it } from 'vitest'
import { wouldGo } from './packages.ts'

it('what would go is read from a trial run', () =>
  expect(
    wouldGo(`NOTE: This is only a simulation!
Reading package lists...
The following packages will be REMOVED:
  kea-dhcp4-server* libboost-system1.74.0*
Purg kea-dhcp4-server [2.2.0-6]
Remv libboost-system1.74.0 [1.74.0+ds1-21]
Inst other (1.0 Debian:12/stable [amd64])
`),
  ).toEqual(['kea-dhcp4-server', 'libboost-system1.74.0']))
