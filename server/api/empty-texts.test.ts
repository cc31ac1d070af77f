import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from './catalogue.ts'
import { operationName } from './endpoint.ts'

/** Fields that every object of their kind has: an edit may leave them out, and cannot empty them. */
const neverEmpty = [
  'POST /auth/v4/acl/{acl_id} name',
  'POST /auth/v4/user/{user_id} email',
  'POST /dci/v3/chassis/{chassis_id} name',
  'POST /dci/v3/cpu_socket/{cpu_socket_id} name',
  'POST /dci/v3/ipmgr/ipnet/{ipnet_id} name',
  'POST /dci/v3/ipmgr/ippool/{ippool_id} name',
  'POST /dci/v3/ipmi/{ipmi_id} ip',
  'POST /dci/v3/ipmi/{ipmi_id} username',
  'POST /dci/v3/location/{location_id} name',
  'POST /dci/v3/location/{location_id} ssh_address',
  'POST /dci/v3/location/{location_id} ssh_user',
  'POST /dci/v3/location/{location_id}/vlan/{vlan_id} name',
  'POST /dci/v3/pdu/{pdu_id} ip',
  'POST /dci/v3/pdu/{pdu_id} name',
  'POST /dci/v3/platform/{platform_id} name',
  'POST /dci/v3/rack/{rack_id} name',
  'POST /dci/v3/server/{server_id} name',
  'POST /dci/v3/switch/{switch_id} ip',
  'POST /dci/v3/switch/{switch_id} name',
  'POST /dci/v3/switch/{switch_id}/info switch_port_info[].if_index',
  'POST /dci/v3/switch/{switch_id}/info switch_port_info[].ip',
  'POST /dci/v3/switch/{switch_id}/info switch_port_info[].name',
  'POST /dci/v3/user/{user_id} email',
  'POST /dci/v3/warehouse/{device_type}/{stock_item_id} name',
  'POST /ip/v3/ipnet/{ipnet_id} name',
  'POST /ip/v3/ippool/{ippool_id} name',
  'POST /ip/v3/name_server/{name_server_id} address',
  'POST /ip/v3/name_server/{name_server_id} name',
  'POST /vm/v3/address_group/{address_group_id} name',
  'POST /vm/v3/backup/{backup_id} name',
  'POST /vm/v3/backup_location/{location_id} connection_params.ip',
  'POST /vm/v3/backup_location/{location_id} connection_params.login',
  'POST /vm/v3/backup_location/{location_id} connection_params.path',
  'POST /vm/v3/backup_location/{location_id} name',
  'POST /vm/v3/cluster/{cluster_id} name',
  'POST /vm/v3/host/metadata ipv6',
  'POST /vm/v3/host/{host_id} name',
  'POST /vm/v3/host/{host_id}/spice_file panel',
  'POST /vm/v3/image/{image_id} name',
  'POST /vm/v3/node/{node_id} name',
  'POST /vm/v3/os/iso/{os_id} name',
  'POST /vm/v3/preset/{preset_id} name',
  'POST /vm/v3/recipe script_filter[].entity',
  'POST /vm/v3/recipe state',
  'POST /vm/v3/recipe/save recipes[].script_filter[].entity',
  'POST /vm/v3/recipe/save url',
  'POST /vm/v3/recipe/{recipe_id} name',
  'POST /vm/v3/recipe/{recipe_id} script',
  'POST /vm/v3/recipe/{recipe_id} script_filter[].entity',
  'POST /vm/v3/recipe/{recipe_id} state',
  'POST /vm/v3/repository/{repository_id} url',
  'POST /vm/v3/storage/{storage_id} name',
]

type Found = { path: string; schema: z.ZodType; optional: boolean }

/** Every text, choice and union of a body, with the path that leads there. */
function leaves(schema: z.ZodType | undefined, path = '', optional = false): Found[] {
  const def = schema?._zod.def as (z.core.$ZodTypeDef & Record<string, unknown>) | undefined
  if (!schema || !def) return []
  const inner = (key: string) => def[key] as z.ZodType
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return leaves(inner('innerType'), path, true)
    case 'pipe':
      return leaves(inner('in'), path, optional).map((leaf) => (leaf.path === path ? { ...leaf, schema } : leaf))
    case 'array':
      return leaves(inner('element'), `${path}[]`)
    case 'object':
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
        leaves(field, path ? `${path}.${name}` : name),
      )
    case 'string':
    case 'union':
      return [{ path, schema, optional }]
    default:
      return []
  }
}

const all = allEndpoints.flatMap((e) =>
  leaves(e.body as z.ZodType).map((leaf) => ({ ...leaf, name: `${operationName(e)} ${leaf.path}` })),
)

describe('the texts of bodies', () => {
  it('may be empty where they may be absent', () => {
    const refused = all.filter(({ optional, schema }) => optional && !schema.safeParse('').success)
    expect(refused.map(({ name }) => name).sort()).toEqual(neverEmpty)
    expect(all.length).toBeGreaterThan(300)
  })

  it('say all that fits where several kinds of one type do', () => {
    const unsaid = all.filter(({ schema }) => {
      const result = schema.safeParse('no such thing §')
      const [issue] = result.error?.issues ?? []
      return issue?.code === 'invalid_union' && issue.message === 'Invalid input'
    })
    expect(unsaid.map(({ name }) => name)).toEqual([])
  })
})
