import { hostRecord } from '../../../server/domain/host/record.ts'
import { variableRecord } from '../../../server/domain/script-variable/schema.ts'
import { RunScript } from '../../hosts/dialogs/run-script.tsx'
import VariableDialogs from '../../recipes/variable-dialogs.tsx'
import { text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'

const close = () => {}
const variableActs = {
  name: text('MIRROR'),
  value: text('https://mirror.example'),
  comment: text('a comment'),
  is_global: tick('global', { at: 'scope' }),
  hidden: tick(true),
}

export const scriptForms: Row[] = [
  {
    file: 'hosts/dialogs/run-script.tsx',
    form: 'RunScript',
    state: 'new',
    draw: (note) => (
      <RunScript
        host={sampleOf(hostRecord)}
        calls={{ script: (_id: number, body: object) => note(body) } as never}
        onClose={close}
      />
    ),
    acts: { text: text('echo hello', { at: 'body' }) },
    keeps: ['recipe'],
  },
  {
    file: 'recipes/variable-dialogs.tsx',
    form: 'VariableForm',
    state: 'new',
    draw: () => <VariableDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: variableActs,
  },
  {
    file: 'recipes/variable-dialogs.tsx',
    form: 'VariableForm',
    state: 'edit',
    draw: () => (
      <VariableDialogs
        asked={{
          command: 'edit',
          record: sampleOf(variableRecord, { name: 'OLD', hidden: false, scope: 'local' as never }),
        }}
        onClose={close}
      />
    ),
    acts: variableActs,
  },
]
