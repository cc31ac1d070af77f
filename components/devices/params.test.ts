import { describe, expect, it } from 'vitest'
import { paramsBody, paramsOf, snmpBody } from './params.ts'

const { snmp_params } = paramsOf()

describe('SNMP parameters', () => {
  it('carry a community for versions 1 and 2c, and no words of version 3', () =>
    expect(snmpBody({ ...snmp_params, community: 'public', security_username: 'x' })).toEqual({
      version: 'snmp_v2c',
      community: 'public',
    }))

  it('carry what the level of version 3 uses', () => {
    const v3 = {
      ...snmp_params,
      version: 'snmp_v3' as const,
      security_username: 'panel',
      auth_password: 'auth-secret',
      privacy_password: 'priv-secret',
      community: 'public',
    }
    expect(snmpBody({ ...v3, security_level: 'auth_without_privacy' })).toEqual({
      version: 'snmp_v3',
      security_level: 'auth_without_privacy',
      security_username: 'panel',
      auth_protocol: 'SHA',
      auth_password: 'auth-secret',
    })
    expect(snmpBody({ ...v3, security_level: 'no_auth_or_privacy' })).not.toHaveProperty('auth_password')
    expect(snmpBody(v3)).toHaveProperty('privacy_password', 'priv-secret')
  })
})

it('an empty secret is not sent, so the one that is kept stays', () => {
  const body = paramsBody(paramsOf({ snmp_params: { version: 'snmp_v1' }, ssh_params: { user: 'root' } }), [
    'snmp',
    'ssh',
  ])
  expect(body).toEqual({ snmp_params: { version: 'snmp_v1' }, ssh_params: { user: 'root', port: 22 } })
})

it('only what the device speaks is sent', () =>
  expect(paramsBody(paramsOf({ ssh_params: { user: 'root' } }), ['snmp'])).toEqual({
    snmp_params: { version: 'snmp_v2c' },
  }))
