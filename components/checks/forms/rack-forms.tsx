import { chassisRecord } from '../../../server/domain/chassis/schema.ts'
import { rackRecord } from '../../../server/domain/rack/schema.ts'
import ChassisDialogs from '../../chassis/chassis-dialogs.tsx'
import NewChassis from '../../chassis/new-chassis.tsx'
import { AddChassisForm, AddServerForm } from '../../racks/add-forms.tsx'
import RackDialogs from '../../racks/rack-dialogs.tsx'
import { RackForm } from '../../racks/rack-form.tsx'
import { choose, number, pick, text } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'

const rack = sampleOf(rackRecord, { size: 42 })
const close = () => {}
export const freeRack = { 'rack.get': { ...rack, size: 42 }, 'rack.devices': { list: [] } }

export const rackForms: readonly Row[] = [
  {
    file: 'racks/rack-form.tsx',
    form: 'RackForm',
    state: 'new',
    draw: () => <RackForm onClose={close} />,
    acts: { location: pick({ at: 'location_id' }), name: text('R9'), size: number(47), note: text('row 9') },
  },
  {
    file: 'racks/rack-form.tsx',
    form: 'RackForm',
    state: 'edit',
    draw: () => <RackForm record={rack} onClose={close} />,
    acts: { name: text('R9'), note: text('row 9') },
  },
  {
    file: 'racks/add-forms.tsx',
    form: 'AddServerForm',
    state: 'new',
    draw: () => <AddServerForm rack={rack} unit={3} onClose={close} />,
    acts: {
      name: text('web-1'),
      platform: pick(),
      unit: number(7),
      mac: text('52:54:00:00:00:01', { sent: ['52:54:00:00:00:01'] }),
    },
  },
  {
    file: 'racks/add-forms.tsx',
    form: 'AddChassisForm',
    state: 'new',
    draw: () => <AddChassisForm rack={rack} unit={3} onClose={close} />,
    acts: { name: text('c-1'), unit: number(7), size: number(5), server_slot_count: number(12) },
  },
  {
    file: 'racks/rack-dialogs.tsx',
    form: 'ReserveForm',
    state: 'new',
    draw: () => <RackDialogs asked={{ command: 'reserve', record: rack, unit: 4 }} onClose={close} />,
    acts: { unit: number(9), size: number(2), note: text('for the new storage') },
  },
  {
    file: 'racks/rack-dialogs.tsx',
    form: 'PlaceForm',
    state: 'edit',
    draw: () => <RackDialogs asked={{ command: 'place', record: rack }} onClose={close} />,
    // People count from 1, the API from 0.
    acts: { hall_row: { ...number(3), sent: 2 }, hall_place: { ...number(8), sent: 7 } },
  },
  {
    file: 'chassis/new-chassis.tsx',
    form: 'NewChassis',
    state: 'new',
    draw: () => <NewChassis asked={{ rack: null, unit: '' }} onClose={close} />,
    answers: freeRack,
    acts: {
      name: text('c-1'),
      size: number(5),
      server_slot_count: number(12),
      rack: pick({ at: 'rack_id' }),
      unit: choose(2, 36),
      note: text('spare'),
    },
  },
  {
    file: 'chassis/chassis-dialogs.tsx',
    form: 'ChassisForm',
    state: 'edit',
    draw: () => <ChassisDialogs asked={{ command: 'edit', record: sampleOf(chassisRecord) }} onClose={close} />,
    acts: { name: text('c-1'), note: text('spare') },
  },
]
