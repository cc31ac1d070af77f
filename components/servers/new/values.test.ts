import { describe, expect, it } from 'vitest'
import { newServerSchema } from './rules.ts'
import { blank, controllerBody, serverBody } from './values.ts'

const schema = newServerSchema({ place: 'place', platform: 'platform', mac: 'mac', controller: 'controller' })
const option = (id: number) => ({ value: String(id), label: 'x' })
const rackServer = { ...blank, platform: option(3), rack: option(4), unit: '12', name: 's1' }
const blade = { ...blank, type: 'blade' as const, platform: option(3), chassis: option(5), slot: '2', name: 'b1' }

describe('a new server', () => {
  it('asks for what is missing, beside its field', () => {
    const { error } = schema.safeParse({ ...blank, name: 'x' })
    expect(error?.issues.map((issue) => issue.path[0])).toEqual(expect.arrayContaining(['platform', 'rack', 'unit']))
  })

  it('sends a rack and a unit, or for a blade a chassis and a slot', () => {
    expect(serverBody(rackServer)).toEqual({ name: 's1', platform: 3, rack: 4, unit: 12 })
    expect(serverBody({ ...blade, rack: option(9), unit: '1' })).toEqual({
      name: 'b1',
      platform: 3,
      chassis: 5,
      slot: 2,
    })
  })

  it('is complete without a rack when it is a blade', () => expect(schema.safeParse(blade).success).toBe(true))
})

it('takes a controller whole or not at all', () => {
  const named = { ...rackServer, controller_ip: '192.0.2.7' }
  expect(schema.safeParse(named).error?.issues.map(({ path }) => path[0])).toEqual([
    'controller_username',
    'controller_password',
  ])
  expect(controllerBody(rackServer)).toBeNull()
  const whole = { ...named, controller_username: 'admin', controller_password: 'secret' }
  expect(schema.safeParse(whole).success).toBe(true)
  expect(controllerBody(whole)).toEqual({ type: 'ipmi', ip: '192.0.2.7', username: 'admin', password: 'secret' })
})

it('takes a user name and a password of a controller as long as the interface takes them', () => {
  const long = {
    controller_ip: '192.0.2.7',
    controller_username: 'u'.repeat(100),
    controller_password: 's'.repeat(300),
  }
  expect(schema.safeParse({ ...rackServer, ...long }).success).toBe(true)
})
