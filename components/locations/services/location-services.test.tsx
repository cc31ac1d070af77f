import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Location, locationRecord } from '../../../server/domain/location/schema.ts'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import * as saving from '../../import/save-text.ts'
import { LocationServices } from './location-services.tsx'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, replace() {}, refresh() {}, back() {} }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
}))

afterEach(clear)

const checked = { since: null, checked_at: '2026-11-01T00:00:00Z', bytes: null, free_bytes: null }
const location = sampleOf(locationRecord, {
  ...{ id: 7, name: 'FRA1', status: 'ok', fault: null },
  dhcp4_conf: { Dhcp4: {} },
  params_dhcp: { interfaces_4: ['eth1'] },
  setup_info: { interfaces: ['eth0', 'eth1'], addresses: [] },
  components: [
    { component: 'dhcp', fault: null, ...checked },
    { component: 'artefacts', fault: null, ...checked },
  ],
})
const bare: Location = { ...location, dhcp4_conf: {}, components: [] }

const template = { id: 3, name: 'Debian 13' }
const inside: LocationServicesInside = {
  read_at: '2026-11-01T00:00:00Z',
  versions: { dhcp: '2.2.0-6', web: '1.22.1-9+deb12u3', tftp: null },
  interfaces: [
    { name: 'eth0', mac: '', addresses: [], link: false, dhcp: false, network: null },
    {
      name: 'eth1',
      mac: '',
      addresses: ['10.77.0.2/24'],
      link: true,
      dhcp: true,
      network: { id: 5, name: 'Boot net' },
    },
  ],
  disk: { bytes: 100 * 2 ** 30, free_bytes: 25 * 2 ** 30 },
  requests: [],
  files: {
    ...{ total: 2, bytes: 3 * 2 ** 30 },
    list: [
      {
        sha256: 'a'.repeat(64),
        bytes: 2 ** 31,
        complete: true,
        file: 'templates/debian-13.raw',
        templates: [template],
      },
      { sha256: 'b'.repeat(64), bytes: 2 ** 30, complete: false, file: null, templates: [] },
    ],
  },
  leases: {
    ...{ fault: null, total: 201 },
    list: [
      {
        ...{ ip: '10.77.0.11', mac: '52:54:00:00:00:01' },
        ...client(),
        server: { id: 9, name: 'rack-1', card: 0 },
        machine: null,
      },
      { ...{ ip: '10.77.0.250', mac: '52:54:00:00:00:02' }, ...client(), server: null, machine: null },
      {
        ...{ ip: '10.77.0.251', mac: '52:54:00:00:00:03' },
        ...client(),
        server: null,
        machine: { id: 4, product: 'R640', serial: '5HV8N23' },
      },
    ],
  },
}
function client() {
  return { hostname: '', expires_at: '2026-11-01T00:10:00Z' }
}
const table = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

it('shows what is in the services: versions, interfaces, files with the disk, and who has which address', async () => {
  stage(() => <LocationServices location={location} />, { 'bootServices.get': inside })
  await settle()
  expect(table('Boot services')[0]).toContain('Kea 2.2.0')
  expect(table('Boot services')[0]).toContain('201 leases in use')
  expect(table('Interfaces found')).toEqual([
    expect.stringMatching(/^eth0.*no network of the location.*No link.*No$/),
    expect.stringMatching(/^eth1.*10\.77\.0\.2\/24.*Boot net.*Link.*Yes$/),
  ])
  expect(table('Files for servers')).toEqual([
    expect.stringMatching(/^debian-13\.raw.*Debian 13.*2 GiB.*Complete/),
    expect.stringMatching(/^bbbb.*1 GiB.*Partial/),
  ])
  expect(screen.getByRole('meter', { name: '75 GiB of 100 GiB used' })).toBeDefined()
  expect(table('Leases, live')).toEqual([
    expect.stringMatching(/^10\.77\.0\.11rack-1/),
    expect.stringMatching(/^10\.77\.0\.25052:54:00:00:00:02not known/),
    expect.stringMatching(/^10\.77\.0\.251R640 5HV8N23new server/),
  ])
  expect(screen.getByText('R640 5HV8N23').getAttribute('href')).toBe('/servers/unaccepted?machine=4')
  expect(document.body.textContent).toContain('The newest 3 of 201')
})

it('shows the task while the first set-up runs, not an empty table', async () => {
  const task = { id: 41, entity: 'location', registry_id: 7, name: 'location_setup', percent: 35, started_at: null }
  stage(() => <LocationServices location={{ ...bare, status: 'setup' }} />, {
    'task.list': { list: [task], size: 1, last_notify: 0 },
    'task.get': { ...task, message: 'Writing configuration', steps: [], status: 'running' },
  })
  await settle()
  expect(document.body.textContent).toContain('Writing configuration')
  expect(document.body.textContent).toContain('35%')
  expect(screen.queryByRole('table', { name: 'Boot services' })).toBeNull()
})

it('says before the first set-up where networks for booting are added', async () => {
  stage(() => <LocationServices location={{ ...bare, status: 'need_setup' }} />, {
    'ipnet.list': { list: [], size: 0, last_notify: 0 },
  })
  await settle()
  expect(screen.getByRole('button', { name: 'Set up' })).toBeDefined()
  expect(screen.getByText('Networks and addresses').getAttribute('href')).toBe('/addresses/networks')
})

it('gives the Compose file to a host that takes no set-up, once its interfaces were chosen', async () => {
  const save = vi.spyOn(saving, 'saveText').mockReturnValue()
  stage(() => <LocationServices location={{ ...bare, status: 'setup_failed' }} />, {
    'ipnet.list': { list: [], size: 0, last_notify: 0 },
    'bootServices.compose': { container_compose: 'services: {}' },
  })
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Compose file' }))
  await settle()
  expect(save).toHaveBeenCalledWith('compose.yaml', 'services: {}', 'application/yaml')
  clear()
  stage(() => <LocationServices location={{ ...bare, status: 'need_setup', params_dhcp: {} }} />, {
    'ipnet.list': { list: [], size: 0, last_notify: 0 },
  })
  await settle()
  expect(screen.queryByRole('button', { name: 'Compose file' })).toBeNull()
})
