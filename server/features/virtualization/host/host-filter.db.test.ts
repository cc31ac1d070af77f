import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let tag: string
beforeAll(async () => {
  t = await testCluster()
  tag = (await t.admin.get(`/vm/v3/os?where=id EQ ${t.os}`)).body.list[0].tags[0]
})
afterAll(() => t.close())

const onNode = (n: 0 | 1, host_filter: object[]) => t.admin.post(`/vm/v3/node/${t.nodes[n]}`, { host_filter })
const onCluster = (host_filter: object[]) => t.admin.post(`/vm/v3/cluster/${t.cluster}`, { host_filter })
const nodeOf = async (made: Awaited<ReturnType<typeof t.create>>) => (await t.host((await t.done(made)).id)).node.id

describe('the filter of a node or cluster', () => {
  it('sends VMs to the nodes that take them, and says to administrators what stands in the way', async () => {
    await onNode(0, [{ entity: 'ram_mib', expression: 'GE 4096' }])
    await onNode(1, [{ entity: 'ram_mib', expression: 'LT 4096' }])
    for (const n of [1, 2, 3])
      expect(await nodeOf(await t.create({ name: `small-${n}`, ram_mib: 1024 }))).toBe(t.nodes[1])
    expect(await nodeOf(await t.create({ name: 'large', ram_mib: 4096 }))).toBe(t.nodes[0])
    const answer = await t.create({ name: 'small-there', ram_mib: 1024, node: t.nodes[0] }, t.admin)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { msg: 'No node can run the VM: n1 accepts only VMs with ram_mib GE 4096' } },
    })
    await onNode(0, [])
    await onNode(1, [])
  })

  it('counts for the whole cluster, with the tags of the system, and does not tell owners the conditions', async () => {
    await onCluster([{ entity: 'os_tag', expression: `NOT os_tag EQ '${tag}'` }])
    const answer = await t.create({ name: 'not-here' })
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/does not accept VMs of this system and size/), value: 'cluster' } },
    })
    expect(answer.body.error.msg).not.toContain(tag)
    expect((await t.create({ name: 'not-here' }, t.admin)).body.error.msg).toContain(
      `n1 accepts only VMs with NOT os_tag`,
    )
    await onCluster([{ entity: 'os_tag', expression: tag }])
    await t.done(await t.create({ name: 'here' }))
    await onCluster([])
  })

  it('is refused when it cannot be read, with the field and the position', async () => {
    for (const write of [onCluster, (filter: object[]) => onNode(0, filter)])
      expect(await write([{ entity: 'cpu_number', expression: 'GE 4 AND cpu_number' }])).toMatchObject({
        status: 400,
        body: { error: { value: 'host_filter.0.expression', msg: expect.stringMatching(/at position \d+$/) } },
      })
    expect((await t.admin.get(`/vm/v3/node/${t.nodes[0]}`)).body.host_filter).toEqual([])
  })
})
