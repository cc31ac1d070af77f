import { machineDetail } from '../../../server/domain/machine/schema.ts'
import { platformRecord } from '../../../server/domain/platform/schema.ts'
import { AdoptAll } from '../../machines/adopt-all.tsx'
import { AdoptMachine } from '../../machines/adopt-machine.tsx'
import { choose, pick, text } from './acts.ts'
import type { Row } from './forms.tsx'
import { freeRack } from './rack-forms.tsx'
import { sampleOf } from './sample.ts'

const place = {
  by: 'lldp' as const,
  switch: { id: 3, name: 'sw' },
  port: { id: 4, name: 'p1' },
  rack: { id: 5, name: 'A09' },
}
const machine = sampleOf(machineDetail, {
  state: 'waiting',
  place,
  known: null,
  report: null,
  evidence: [],
  units: [22],
})
const answers = { ...freeRack, 'platform.get': sampleOf(platformRecord, { type: 'server' }), 'machine.get': machine }
const close = () => {}

export const machineForms: readonly Row[] = [
  {
    file: 'machines/adopt-machine.tsx',
    form: 'AdoptMachine',
    state: 'new',
    draw: () => <AdoptMachine machine={machine} onClose={close} />,
    answers,
    acts: {
      name: text('srv-0421'),
      platform: pick(),
      rack: pick(),
      unit: choose(2, 36),
      owner: pick(),
      barcode: text('B-1'),
      controller_type: choose(2, 'redfish', 'ipmi.type'),
      controller_ip: text('192.0.2.7', { at: 'ipmi.ip' }),
      controller_username: text('admin', { at: 'ipmi.username' }),
      controller_password: text('a-secret', { at: 'ipmi.password' }),
    },
    keeps: ['diagnose'],
  },
  {
    file: 'machines/adopt-all.tsx',
    form: 'AdoptAll',
    state: 'new',
    draw: () => <AdoptAll machines={[machine]} onClose={close} />,
    answers,
    acts: {
      pattern: text('web-{n}', { at: 'name', sent: 'web-0007' }),
      first: text('0007', { at: 'name', sent: 'web-0007' }),
      platform: pick(),
    },
  },
]
