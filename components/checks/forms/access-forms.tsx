import { accessListRecord } from '../../../server/domain/access-list/schema.ts'
import { rulesOf } from '../../../server/domain/problem/rule-schema.ts'
import { problemRuleNames, problemRules } from '../../../server/domain/problem/rules.ts'
import { userFields } from '../../../server/domain/user/fields.ts'
import { userRecord } from '../../../server/domain/user/schema.ts'
import { limitFields } from '../../../server/domain/user-limit/fields.ts'
import { limitsView } from '../../../server/domain/user-limit/schema.ts'
import { AccessListForm } from '../../access-lists/access-list-form.tsx'
import { NameForm, PasswordForm } from '../../account/account-forms.tsx'
import { SecondFactor } from '../../account/second-factor.tsx'
import { SetUpFactor } from '../../account/second-factor-setup.tsx'
import messages from '../../i18n/en.json' with { type: 'json' }
import { LimitsForm } from '../../limits/limits-form.tsx'
import { RulesForm } from '../../problems/rules-form.tsx'
import { SettingsForm } from '../../recordings/settings-form.tsx'
import ProxyDialogs from '../../remote-management/proxy-dialogs.tsx'
import AddKey from '../../ssh-keys/add-key.tsx'
import TokenForm from '../../tokens/token-form.tsx'
import SessionForm from '../../users/rules/session-form.tsx'
import { UserForm } from '../../users/user-form.tsx'
import { choose, number, own, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'

const close = () => {}
const user = sampleOf(userRecord, { id: 5, email: 'old@demo.example', roles: ['@user'], lang: 'en' })
const userActs = {
  email: text('new@demo.example'),
  ...own(userFields, 'edit'),
  password: text('a-long-secret'),
}
const list = sampleOf(accessListRecord, { ip_list: ['192.0.2.0/24'], members: ['5'], users: ['old@demo.example'] })
const listActs = {
  name: text('office'),
  ip_list: text('198.51.100.0/24', { sent: ['198.51.100.0/24'] }),
}
const recording = {
  days: 30,
  max_mib: 100,
  min_free_mib: 1024,
  when_failing: 'end' as const,
  roles: [],
  rules: [],
}

const ruleActs = Object.fromEntries(
  problemRuleNames.flatMap((name) => [
    [`${name}.enabled`, tick(false)],
    ...(problemRules[name].limit === null ? [] : [[`${name}.limit`, number(42)] as const]),
    [`${name}.minutes`, number(7)],
  ]),
)

const limitActs = (modes: number) => ({
  host_count_mode: choose(modes, 40, 'host_count'),
  host_count: number(40),
  ram_mib_total_mode: choose(modes, 8192, 'ram_mib_total'),
  ram_mib_total: number(8, { times: 1024 }),
})
const limited = [
  'cpu_number_total',
  'hdd_mib_total',
  'ipv4_number_total',
  'cpu_number',
  'ram_mib',
  'hdd_mib',
  'ipv4_number',
]
const otherLimits = limited.map((field) => `${field}_mode`)
const noLimits = sampleOf(limitsView, Object.fromEntries(limitFields.map((field) => [field, null])))

export const accessForms: readonly Row[] = [
  {
    file: 'users/user-form.tsx',
    form: 'UserForm',
    state: 'new',
    draw: () => <UserForm onClose={close} />,
    acts: { ...userActs, role: choose(0, '@admin') },
  },
  {
    file: 'users/user-form.tsx',
    form: 'UserForm',
    state: 'edit',
    draw: () => <UserForm user={user} onClose={close} />,
    acts: { ...userActs, role: choose(1, ['@advanced_user'], 'roles') },
  },
  {
    file: 'access-lists/access-list-form.tsx',
    form: 'AccessListForm',
    state: 'new',
    draw: () => <AccessListForm onClose={close} />,
    acts: { ...listActs, members: pick({ sent: ['72'] }) },
  },
  {
    file: 'access-lists/access-list-form.tsx',
    form: 'AccessListForm',
    state: 'edit',
    draw: () => <AccessListForm record={list} onClose={close} />,
    acts: { ...listActs, members: pick({ sent: ['5', '72'] }) },
  },
  {
    file: 'account/account-forms.tsx',
    form: 'NameForm',
    state: 'edit',
    draw: () => <NameForm user={user} />,
    acts: { full_name: text('Anna') },
  },
  {
    file: 'account/account-forms.tsx',
    form: 'PasswordForm',
    state: 'edit',
    draw: () => <PasswordForm userId={5} />,
    acts: {
      old_password: text('old-secret'),
      password: text('a-long-secret'),
      again: text('a-long-secret', { at: 'password' }),
      keep_tokens: tick(true),
    },
  },
  {
    file: 'account/second-factor-setup.tsx',
    form: 'SetUpFactor',
    state: 'new',
    draw: () => <SetUpFactor offer={{ secret: 'ABCD', picture: 'data:,' }} onConfirmed={close} onClose={close} />,
    acts: { code: text('123456') },
  },
  {
    file: 'account/second-factor.tsx',
    form: 'TurnOff',
    state: 'edit',
    draw: () => <SecondFactor email="a@demo.example" enabled />,
    press: messages.account.factor.disable,
    acts: { code: text('12345678') },
  },
  {
    file: 'tokens/token-form.tsx',
    form: 'TokenForm',
    state: 'new',
    draw: () => <TokenForm factor={false} onMade={close} onClose={close} />,
    acts: { description: text('backup script'), password: text('my-password') },
    // A date from now on: what it becomes is the server's test.
    keeps: ['lifetime'],
  },
  {
    file: 'tokens/token-form.tsx',
    form: 'TokenForm',
    state: 'new with a second factor',
    draw: () => <TokenForm factor onMade={close} onClose={close} />,
    acts: { description: text('backup script'), code: text('123456') },
    keeps: ['lifetime'],
  },
  {
    file: 'ssh-keys/add-key.tsx',
    form: 'AddKey',
    state: 'new',
    draw: () => <AddKey userId={5} onClose={close} />,
    acts: { name: text('laptop'), ssh_pub_key: text('ssh-ed25519 AAAA') },
  },
  {
    file: 'remote-management/proxy-dialogs.tsx',
    form: 'SetUpForm',
    state: 'new',
    draw: () => <ProxyDialogs asked={{ command: 'setUp' }} onClose={close} />,
    acts: { locations: pick({ sent: [72] }), runtime_agree: tick(true), iso_mount: tick(true) },
  },
  {
    file: 'problems/rules-form.tsx',
    form: 'RulesForm',
    state: 'edit',
    draw: () => <RulesForm rules={rulesOf({})} />,
    acts: ruleActs,
  },
  {
    file: 'recordings/settings-form.tsx',
    form: 'SettingsForm',
    state: 'edit',
    draw: () => <SettingsForm settings={recording} />,
    acts: {
      admin: tick(['@admin', '@user', '@advanced_user'], { at: 'roles' }),
      user: tick(['@admin', '@user', '@advanced_user'], { at: 'roles' }),
      advanced: tick(['@admin', '@user', '@advanced_user'], { at: 'roles' }),
      always: pick({ at: 'object_id' }),
      days: number(40),
      max_mib: number(200),
      min_free_mib: number(2048),
      when_failing: choose(1, 'go_on'),
    },
    keeps: ['never'],
  },
  {
    file: 'limits/limits-form.tsx',
    form: 'LimitsForm',
    state: 'of a role',
    draw: (note) => <LimitsForm title="Limits" own={noLimits} onSave={note} onClose={close} />,
    acts: limitActs(1),
    keeps: otherLimits,
  },
  {
    file: 'limits/limits-form.tsx',
    form: 'LimitsForm',
    state: 'of an account',
    draw: (note) => <LimitsForm title="Limits" own={noLimits} role={noLimits} onSave={note} onClose={close} />,
    acts: { ...limitActs(2), cpu_number_mode: choose(1, -1, 'cpu_number') },
    keeps: otherLimits,
  },
  {
    file: 'users/rules/session-form.tsx',
    form: 'SessionForm',
    state: 'edit',
    draw: (note) => (
      <SessionForm
        values={{ token_ttl: 3600, session_max_age: 43_200 }}
        onSave={(name, value) => note({ [name]: value })}
        onClose={close}
      />
    ),
    acts: { token_ttl: number(30, { times: 60 }), session_max_age: number(24, { times: 3600 }) },
  },
]
