import { expect, it } from 'vitest'
import { nodeDoor } from './doors.ts'

const none = {
  clusters: 0,
  nodes: 0,
  active_nodes: 0,
  hosts: 0,
  active_hosts: 0,
  repositories: 0,
  os: 0,
  ippools: 0,
  users: 1,
  racks: 0,
  servers: 0,
}
const idle = { attaching: false, brokenNodes: false, creating: false, reading: false }

it('begins with the node, which brings its cluster', () => {
  const door = nodeDoor(none, idle)
  expect(door.steps.every(({ state }) => state === 'todo')).toBe(true)
  expect(door).toMatchObject({ done: 0, next: 'node' })
})
it('shows what is going on', () =>
  expect(nodeDoor({ ...none, clusters: 1 }, { ...idle, attaching: true }).steps.slice(0, 2)).toEqual([
    { key: 'cluster', state: 'done' },
    { key: 'node', state: 'running' },
  ]))
it('shows a failed attachment', () =>
  expect(nodeDoor(none, { ...idle, brokenNodes: true }).steps[1]?.state).toBe('failed'))
it('leads on to what is missing', () =>
  expect(nodeDoor({ ...none, clusters: 1, active_nodes: 1, os: 2 }, idle)).toMatchObject({
    done: 3,
    next: 'addresses',
  }))
it('has nothing left when a VM runs', () =>
  expect(nodeDoor({ ...none, clusters: 1, active_nodes: 1, os: 1, ippools: 1, active_hosts: 1 }, idle)).toMatchObject({
    done: 5,
    next: null,
  }))
