import { describe, expect, it } from 'vitest'
import { allEndpoints } from './catalogue.ts'
import { type Access, operationName } from './endpoint.ts'

/** Hand-written on purpose: a new operation fails here until somebody has decided who may call it. */
const expected: Record<string, Access> = {
  'DELETE /auth/v4/2fa': 'user',
  'POST /auth/v4/2fa': 'user',
  'GET /auth/v4/acl': 'admin',
  'POST /auth/v4/acl': 'admin',
  'DELETE /auth/v4/acl/{acl_id}': 'admin',
  'GET /auth/v4/acl/{acl_id}': 'admin',
  'POST /auth/v4/acl/{acl_id}': 'admin',
  'POST /auth/v4/public/auth': 'public',
  'POST /auth/v4/public/auth_by_key': 'public',
  'POST /auth/v4/public/change_password': 'public',
  'POST /auth/v4/public/key': 'public',
  'GET /auth/v4/public/key/{key}': 'public',
  'POST /auth/v4/public/token': 'public',
  'POST /auth/v4/public/token/2fa': 'owing',
  'POST /auth/v4/public/token/{token_id}/change_password': 'public',
  'POST /auth/v4/public/token/{token_id}/invite_user': 'public',
  'GET /auth/v4/self/preferences': 'user',
  'POST /auth/v4/self/preferences': 'user',
  'GET /auth/v4/self/session': 'user',
  'GET /auth/v4/setting/{name}': 'admin',
  'POST /auth/v4/setting/{name}': 'admin',
  'GET /auth/v4/token': 'user',
  'POST /auth/v4/token': 'user',
  'DELETE /auth/v4/token/{token_id}': 'owing',
  'GET /auth/v4/user': 'admin',
  'POST /auth/v4/user': 'admin',
  'DELETE /auth/v4/user/{user_id}': 'admin',
  'GET /auth/v4/user/{user_id}': 'user',
  'POST /auth/v4/user/{user_id}': 'admin',
  'DELETE /auth/v4/user/{user_id}/2fa': 'admin',
  'POST /auth/v4/user/{user_id}/key': 'user',
  'GET /auth/v4/user/{user_id}/sshkey': 'user',
  'POST /auth/v4/user/{user_id}/sshkey': 'user',
  'DELETE /auth/v4/user/{user_id}/sshkey/{key_id}': 'user',
  'GET /auth/v4/whoami': 'user',
  'GET /vm/v3/account': 'user',
  'POST /vm/v3/account': 'admin',
  'DELETE /vm/v3/account/{account_id}': 'admin',
  'GET /vm/v3/account/{account_id}': 'user',
  'GET /vm/v3/cluster': 'user',
  'POST /vm/v3/cluster': 'admin',
  'DELETE /vm/v3/cluster/{cluster_id}': 'admin',
  'GET /vm/v3/cluster/{cluster_id}': 'user',
  'POST /vm/v3/cluster/{cluster_id}': 'admin',
  'DELETE /vm/v3/demo': 'admin',
  'GET /vm/v3/demo': 'admin',
  'POST /vm/v3/demo': 'admin',
  'GET /vm/v3/host': 'user',
  'POST /vm/v3/host': 'user',
  'DELETE /vm/v3/host/{host_id}': 'user',
  'GET /vm/v3/host/{host_id}': 'user',
  'POST /vm/v3/host/{host_id}': 'user',
  'POST /vm/v3/host/{host_id}/account': 'admin',
  'POST /vm/v3/host/{host_id}/console': 'user',
  'GET /vm/v3/host/{host_id}/history': 'user',
  'POST /vm/v3/host/{host_id}/history': 'user',
  'POST /vm/v3/host/{host_id}/password': 'user',
  'POST /vm/v3/host/{host_id}/restart': 'user',
  'POST /vm/v3/host/{host_id}/start': 'user',
  'POST /vm/v3/host/{host_id}/stop': 'user',
  'GET /vm/v3/host/{host_id}/vnc_settings': 'user',
  'POST /vm/v3/host/{host_id}/vnc_settings': 'user',
  'GET /vm/v3/invite': 'admin',
  'POST /vm/v3/invite': 'admin',
  'GET /vm/v3/node': 'admin',
  'POST /vm/v3/node': 'admin',
  'DELETE /vm/v3/node/{node_id}': 'admin',
  'GET /vm/v3/node/{node_id}': 'admin',
  'POST /vm/v3/node/{node_id}': 'admin',
  'GET /vm/v3/node/{node_id}/hosts': 'admin',
  'GET /vm/v3/node/{node_id}/network/iface': 'admin',
  'GET /vm/v3/node_short': 'admin',
  'GET /vm/v3/os': 'user',
  'GET /vm/v3/os/all': 'user',
  'DELETE /vm/v3/os/{os_id}': 'admin',
  'GET /vm/v3/os/{os_id}': 'user',
  'POST /vm/v3/os/{os_id}': 'admin',
  'POST /vm/v3/reinvite': 'admin',
  'GET /vm/v3/repository': 'admin',
  'POST /vm/v3/repository': 'admin',
  'DELETE /vm/v3/repository/{repository_id}': 'admin',
  'GET /vm/v3/repository/{repository_id}': 'admin',
  'POST /vm/v3/repository/{repository_id}': 'admin',
  'GET /vm/v3/task': 'user',
  'DELETE /vm/v3/task/{task_id}': 'user',
  'GET /vm/v3/task/{task_id}': 'user',
  'POST /vm/v3/task/{task_id}/abort': 'user',
  'DELETE /vm/v3/task/{task_id}/delete': 'user',
  'POST /vm/v3/task/{task_id}/dismiss': 'user',
  'DELETE /vm/v3/user/{user_id}': 'admin',
  'GET /vm/v3/user/{user_id}': 'user',
  'POST /vm/v3/user/{user_id}': 'user',
  'POST /vm/v3/user/{user_id}/key': 'user',
  'POST /vm/v3/user/{user_id}/password': 'user',
  'POST /vm/v3/user/{user_id}/resume': 'admin',
  'POST /vm/v3/user/{user_id}/suspend': 'admin',
}

describe('the operations', () => {
  it('are these, each with this access', () => {
    expect(Object.fromEntries(allEndpoints.map((e) => [operationName(e), e.access]))).toEqual(expected)
  })

  it('have names of their own', () => {
    const names = allEndpoints.map(operationName)
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
    // What a router cannot tell apart: two paths that differ in the name of a parameter only.
    const routes = names.map((name) => name.replaceAll(/\{\w+\}/g, '{}'))
    expect(routes.filter((route, n) => routes.indexOf(route) !== n)).toEqual([])
  })

  it('that take part of a path name it in their parameters, and no other', () => {
    for (const e of allEndpoints)
      expect({ name: operationName(e), params: Object.keys(e.params?.shape ?? {}).sort() }).toEqual({
        name: operationName(e),
        params: [...e.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
      })
  })
})
