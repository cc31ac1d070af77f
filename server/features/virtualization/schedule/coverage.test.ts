import { expect, it } from 'vitest'
import { pageStatement } from '../../../api/list/statement.ts'
import { coverageList } from './coverage.ts'

const admin = { account_id: 1, isAdmin: true } as Parameters<typeof coverageList.visible>[0]
const asked = (query: { orderby: string; where?: string }) =>
  pageStatement({ list: coverageList, actor: admin, query, inline: 50 }).parts.join('?')
/** How the coverage of all VMs is joined; that of the VMs that are shown has another name. */
const ALL = ') v on v.host_id'

it('is worked out of all VMs only where something filters or sorts by it', () => {
  expect(asked({ orderby: 'name' })).not.toContain(ALL)
  expect(asked({ orderby: 'state' })).toContain(ALL)
  expect(asked({ orderby: 'name', where: "reason EQ 'late'" })).toContain(ALL)
})
