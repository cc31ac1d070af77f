import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { accessListRecord } from '../../server/domain/access-list/schema.ts'
import { diskBackupRow } from '../../server/domain/backup/schema.ts'
import { backupLocationRecord } from '../../server/domain/backup-location/schema.ts'
import { chassisRecord } from '../../server/domain/chassis/schema.ts'
import { clusterForAdmin } from '../../server/domain/cluster/record.ts'
import { hostRecord } from '../../server/domain/host/record.ts'
import { ipRecord } from '../../server/domain/ip/schema.ts'
import { ipmiRecord } from '../../server/domain/ipmi/schema.ts'
import { ipnetRecord } from '../../server/domain/ipnet/schema.ts'
import { ippoolRecord } from '../../server/domain/ippool/schema.ts'
import { locationRecord } from '../../server/domain/location/schema.ts'
import { nodeRecord } from '../../server/domain/node/record.ts'
import { osRecord } from '../../server/domain/os/schema.ts'
import { pduRecord } from '../../server/domain/pdu/schema.ts'
import { rackRecord } from '../../server/domain/rack/schema.ts'
import { recordingRecord } from '../../server/domain/recording/schema.ts'
import { serverRecord } from '../../server/domain/server/record.ts'
import { switchRecord } from '../../server/domain/switch/record.ts'
import { taskRecord } from '../../server/domain/task/schema.ts'
import { userRecord } from '../../server/domain/user/schema.ts'
import { vlanRecord } from '../../server/domain/vlan/schema.ts'
import { AccessListsPage } from '../access-lists/access-lists-page.tsx'
import { BackupLocationsPage } from '../backup-locations/backup-locations-page.tsx'
import { BackupsPage } from '../backups/backups-page.tsx'
import { AllChassisPage } from '../chassis/all-chassis-page.tsx'
import { sampleOf } from '../checks/forms/sample.ts'
import { clear, settle, stage } from '../checks/forms/stage.tsx'
import { ClustersPage } from '../clusters/clusters-page.tsx'
import { ControllersPage } from '../controllers/controllers-page.tsx'
import { HostsPage } from '../hosts/hosts-page.tsx'
import { SystemTable } from '../images/system-table.tsx'
import { IpsPage } from '../ip/ips-page.tsx'
import { IpnetsPage } from '../ipnet/ipnets-page.tsx'
import { IppoolsPage } from '../ippool/ippools-page.tsx'
import { LocationsPage } from '../locations/locations-page.tsx'
import { NodesPage } from '../nodes/nodes-page.tsx'
import { PdusPage } from '../pdus/pdus-page.tsx'
import { RacksTable } from '../racks/racks-table.tsx'
import { RecordingsPage } from '../recordings/recordings-page.tsx'
import { ServersPage } from '../servers/servers-page.tsx'
import { SwitchesPage } from '../switches/switches-page.tsx'
import { TasksPage } from '../tasks/tasks-page.tsx'
import { UsersPage } from '../users/users-page.tsx'
import { VlansPage } from '../vlans/vlans-page.tsx'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, replace() {}, refresh() {}, back() {} }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
}))

beforeAll(() => {
  // A window in which rows have room.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { get: () => 1200 })
})
afterEach(clear)

const pages: [string, () => ReactNode, string, object][] = [
  ['access lists', () => <AccessListsPage />, 'acl.list', sampleOf(accessListRecord, {})],
  ['backups', () => <BackupsPage />, 'backup.list', sampleOf(diskBackupRow, {})],
  ['backup locations', () => <BackupLocationsPage />, 'backupLocation.list', sampleOf(backupLocationRecord, {})],
  ['chassis', () => <AllChassisPage />, 'chassis.list', sampleOf(chassisRecord, {})],
  ['clusters', () => <ClustersPage />, 'cluster.list', sampleOf(clusterForAdmin, {})],
  ['controllers', () => <ControllersPage />, 'ipmi.list', sampleOf(ipmiRecord, {})],
  ['images', () => <SystemTable add={null} tabs={null} />, 'os.list', sampleOf(osRecord, {})],
  ['locations', () => <LocationsPage />, 'location.list', sampleOf(locationRecord, {})],
  ['networks', () => <IpnetsPage />, 'ipnet.list', sampleOf(ipnetRecord, {})],
  ['nodes', () => <NodesPage />, 'node.list', sampleOf(nodeRecord, {})],
  ['pools', () => <IppoolsPage />, 'ippool.list', sampleOf(ippoolRecord, {})],
  ['racks', () => <RacksTable views={null} />, 'rack.list', sampleOf(rackRecord, {})],
  ['PDUs', () => <PdusPage />, 'pdu.list', sampleOf(pduRecord, {})],
  ['recordings', () => <RecordingsPage />, 'recording.list', sampleOf(recordingRecord, {})],
  ['switches', () => <SwitchesPage />, 'switch.list', sampleOf(switchRecord, {})],
  ['users', () => <UsersPage />, 'user.list', sampleOf(userRecord, {})],
  ['servers', () => <ServersPage />, 'server.list', sampleOf(serverRecord, {})],
  ['tasks', () => <TasksPage />, 'task.list', sampleOf(taskRecord, {})],
  ['addresses', () => <IpsPage />, 'vm.ip.list', sampleOf(ipRecord, {})],
  ['VMs', () => <HostsPage />, 'host.list', sampleOf(hostRecord, {})],
  ['VLANs', () => <VlansPage />, 'vlan.list', sampleOf(vlanRecord, {})],
]

it.each(pages)('the list of %s shows its rows, and how many there are', async (_, draw, list, row) => {
  stage(draw, { [list]: { list: [row], size: 1234, last_notify: 0 } })
  await settle()
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('')
  expect(
    screen
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .join(''),
  ).not.toBe('')
  expect(document.body.textContent).toContain('1,234')
})

it.each(pages)('the list of %s says what to do while it has no rows', async (_, draw, list) => {
  stage(draw, { [list]: { list: [], size: 0, last_notify: 0 } })
  await settle()
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).not.toBe('')
  expect(document.querySelectorAll('[role=row]')).toHaveLength(0)
})
