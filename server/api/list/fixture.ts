import { defineList, type ListSpec } from './define.ts'
import { jsonList } from './row.ts'
import { sql } from './sql.ts'

/** Callers in the tests of lists: an administrator sees all rows, an owner only their own. */
export type TestActor = { account_id: number; admin: boolean }

export const admin: TestActor = { account_id: 0, admin: true }
export const owner = (account_id: number): TestActor => ({ account_id, admin: false })

/** Tables the test lists stand on; made in a throw-away schema. */
export const testTables = `
  CREATE TABLE change (id bigserial PRIMARY KEY);
  CREATE TABLE account (id int PRIMARY KEY, email text NOT NULL);
  CREATE TABLE node (id int PRIMARY KEY, name text NOT NULL, secret text NOT NULL);
  CREATE TABLE vm (
    id int PRIMARY KEY, name text NOT NULL, account_id int NOT NULL, node_id int, state text NOT NULL,
    cpu_number int NOT NULL, ram_mib bigint, load double precision, protected boolean NOT NULL, comment text,
    ip_addr inet, uuid uuid, roles text[] NOT NULL DEFAULT '{}', property jsonb NOT NULL DEFAULT '{}', create_date timestamptz(3) NOT NULL
  );
  CREATE INDEX ON vm (account_id);
  CREATE TABLE tag (id int NOT NULL, vm_id int NOT NULL, name text NOT NULL, PRIMARY KEY (vm_id, id));`

/** A list with every type of field, a nullable link, members, a field for administrators only and a computed part. */
export const testSpec: ListSpec<TestActor> = {
  name: 'vm',
  from: 'vm',
  joins: {
    account: 'LEFT JOIN account ON account.id = vm.account_id',
    node: 'LEFT JOIN node ON node.id = vm.node_id',
  },
  fields: {
    id: { sql: 'vm.id', type: 'int' },
    name: { sql: 'vm.name', type: 'text' },
    state: { sql: 'vm.state', type: 'enum', values: ['active', 'stopped', 'unknown'] },
    cpu_number: { sql: 'vm.cpu_number', type: 'int' },
    ram_mib: { sql: 'vm.ram_mib', type: 'int', nullable: true },
    load: { sql: 'vm.load', type: 'number', nullable: true },
    is_protected: { sql: 'vm.protected', type: 'bool' },
    comment: { sql: 'vm.comment', type: 'text', nullable: true },
    ip_addr: { sql: 'vm.ip_addr', type: 'inet', nullable: true },
    uuid: { sql: 'vm.uuid', type: 'uuid', nullable: true },
    roles: { sql: 'vm.roles', type: 'array' },
    property: { sql: 'vm.property', type: 'json', filterOnly: true },
    create_date: { sql: 'vm.create_date', type: 'time' },
    'account.id': { sql: 'vm.account_id', type: 'int' },
    'account.email': { sql: 'account.email', type: 'text', nullable: true },
    'node.id': { sql: 'vm.node_id', type: 'int', nullable: true },
    'node.name': { sql: 'node.name', type: 'text', nullable: true },
    'node.secret': { sql: 'node.secret', type: 'text', nullable: true, only: (actor) => actor.admin },
  },
  links: { account: 'account.id', node: 'node.id' },
  members: {
    tag: {
      from: 'tag',
      where: 'tag.vm_id = vm.id',
      fields: { id: { sql: 'tag.id', type: 'int' }, name: { sql: 'tag.name', type: 'text' } },
    },
  },
  visible: (actor) => (actor.admin ? null : sql`vm.account_id = ${actor.account_id}`),
  row: { tags: jsonList({ id: 'tag.id', name: 'tag.name' }, 'tag WHERE tag.vm_id = vm.id', 'tag.id') },
  search: ['name', 'comment', 'ip_addr', 'tag.name'],
}

export const testList = defineList(testSpec)
