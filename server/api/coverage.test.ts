import { describe, expect, it } from 'vitest'
import { auditKinds } from '../domain/shared/change-kinds.ts'
import { auditSubject } from './audit-subject.ts'
import { allEndpoints } from './catalogue.ts'
import { auth } from './coverage/auth.ts'
import { dci } from './coverage/dci.ts'
import { dciDevices } from './coverage/dci-devices.ts'
import { ipmiproxy } from './coverage/ipmiproxy.ts'
import { reach } from './coverage/reach.ts'
import { vm } from './coverage/vm.ts'
import { operationName } from './endpoint.ts'

/** Hand-written on purpose: the test fails for a new operation until its access has been decided here. */
const expected = { ...auth, ...dci, ...dciDevices, ...ipmiproxy, ...vm }

describe('the operations', () => {
  it('are these, each with this access', () => {
    expect(Object.fromEntries(allEndpoints.map((e) => [operationName(e), e.access]))).toEqual(expected)
  })

  it('of users that are about servers say where they lead', () => {
    const ofUsers = allEndpoints.filter(
      ({ access, service }) => access === 'user' && ['dci', 'proxy'].includes(service),
    )
    expect(Object.keys(reach).sort()).toEqual(ofUsers.map(operationName).sort())
  })

  it('have names of their own', () => {
    const names = allEndpoints.map(operationName)
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
    // A router cannot distinguish two paths that differ in the name of a parameter only.
    const routes = names.map((name) => name.replaceAll(/\{\w+\}/g, '{}'))
    expect(routes.filter((route, n) => routes.indexOf(route) !== n)).toEqual([])
  })

  it('leave records in the audit about kinds that it knows', () => {
    const changing = allEndpoints.filter(({ method, readOnly }) => method !== 'GET' && !readOnly)
    const about = changing.map((e) => auditSubject(e, null, null, {}).entity)
    expect(about.filter((entity) => !auditKinds.some((kind) => kind === entity))).toEqual([])
  })

  it('that take part of a path name it in their parameters, and no other', () => {
    for (const e of allEndpoints)
      expect({ name: operationName(e), params: Object.keys(e.params?.shape ?? {}).sort() }).toEqual({
        name: operationName(e),
        params: [...e.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
      })
  })
})
