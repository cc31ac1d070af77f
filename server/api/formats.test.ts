import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { bodyFields, bodyWith, refusedPath } from '../../e2e/support/fields/walk.ts'
import { allEndpoints } from './catalogue.ts'

/** What fields are called that hold an address, a host or an interface of the network. */
const named: readonly [RegExp, readonly string[]][] = [
  [/(^|[._])(checking_host|kms_ip)$/, ['a b', 'a..b', '192.0.2.256', '192.0.2.1; reboot', '2001:db8::1::2', 'host\n']],
  [
    /(^|[._\]])(ip|ipv6|ip_addr|ip_name|gateway|netmask|ssh_address|dns_servers\[\]|addresses\[\]|ip_list\[\]|hostname|snmp_params\.hostname|ip_addr\.name)$/,
    ['zz', '192.0.2.256', '192.0.2.1; reboot', '2001:db8::1::2', '192.0.2.1\n', 'fe80::1%eth0'],
  ],
  [/(^|[._])mac(\[\])?$/, ['zz', '02:00:00:00:00', '02:00:00:00:00:0g', '02:00:00:00:00:01\n']],
  [/(^|[._])(domain|domain_template)$/, ['a b', 'a..b', 'a\nb', '-a.example.com', 'x'.repeat(300)]],
  [/(^|[._])(url)$/, ['zz', 'javascript:alert(1)', 'http://user:word@example.com/', 'http://a b/']],
  [/(^|[._])(node_interface|interfaces_4\[\]|bridge)$/, ['a/b', 'a b', 'x'.repeat(16), 'eth0\n', '../up']],
  [/(^|[._])(kms_port|port|ssh_port|web_port)$/, ['zz', '0', '65536', '-1']],
]

/** Fields whose check needs more than the text, like the family of an address. The error is in that file. */
const inServices: Record<string, readonly [file: string, word: string]> = {
  'POST /auth/v4/acl ip_list[]': ['server/features/access/access-list/service.ts', "'ip_list'"],
  'POST /auth/v4/acl/{acl_id} ip_list[]': ['server/features/access/access-list/service.ts', "'ip_list'"],
  'POST /vm/v3/host/{host_id}/ip ip_addr.name': [
    'server/features/virtualization/host/asked-addresses.ts',
    "'ip_addr.name'",
  ],
  'POST /vm/v3/host ip_addr.name': ['server/features/virtualization/host/asked-addresses.ts', "'ip_addr.name'"],
  'POST /dci/v3/ipmgr/ipnet gateway': ['server/features/network/ipnet/read.ts', "'gateway'"],
  'POST /dci/v3/ipmgr/ipnet/{ipnet_id} gateway': ['server/features/network/ipnet/read.ts', "'gateway'"],
  'POST /ip/v3/ipnet gateway': ['server/features/network/ipnet/read.ts', "'gateway'"],
  'POST /ip/v3/ipnet/{ipnet_id} gateway': ['server/features/network/ipnet/read.ts', "'gateway'"],
  'POST /vm/v3/ip/{ip_id}/ptr domain': ['server/features/network/ptr/host-name.ts', "'domain'"],
  'POST /vm/v3/host/{host_id}/ptr domain': ['server/features/network/ptr/host-name.ts', "'domain'"],
  'POST /vm/v3/host/{host_id}/ptr/{domain} domain': ['server/features/network/ptr/host-name.ts', "'domain'"],
  'POST /vm/v3/ip/{ip_id} values.domain': ['server/features/network/ip/service.ts', "'values.domain'"],
  'POST /vm/v3/ip/{ip_id} values.gateway': ['server/features/network/ip/service.ts', "'values.gateway'"],
  'POST /vm/v3/ip/{ip_id} values.ip_addr': ['server/features/network/ip/service.ts', "'values.ip_addr'"],
  'POST /vm/v3/ip/{ip_id} values.netmask': ['server/features/network/ip/service.ts', "'values.netmask'"],
}

/** Domains of a hypervisor, which has names of its own for VMs. */
const notOfNetwork = ['POST /vm/v3/host/{host_id}/vnc_ports list[].domain']

const fields = bodyFields(allEndpoints).flatMap((field) => {
  if (notOfNetwork.includes(`${field.operation} ${field.path}`)) return []
  const texts = named.find(([pattern]) => pattern.test(field.path))?.[1]
  return texts && field.types.some((type) => type === 'string' || type === 'any') ? [{ ...field, texts }] : []
})

function paths(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const at = [...above, ...issue.path]
    return [at.join('.'), ...(issue.code === 'invalid_union' ? issue.errors.flatMap((one) => paths(one, at)) : [])]
  })
}

describe('a field that names something of the network', () => {
  it('is known as one', () => expect(fields.length).toBeGreaterThan(60))

  it.each(fields.map((field) => [`${field.operation} ${field.path}`, field] as const))(
    '%s takes nothing else',
    (name, field) => {
      const elsewhere = inServices[name]
      if (elsewhere) return expect(readFileSync(elsewhere[0], 'utf8')).toContain(elsewhere[1])
      for (const text of field.texts) {
        const parsed = (field.endpoint.body as z.ZodType).safeParse(bodyWith(field.path, text))
        const refused = parsed.success ? [] : paths(parsed.error.issues)
        expect({ text, refused }).toEqual({ text, refused: expect.arrayContaining([refusedPath(field.path)]) })
      }
    },
  )

  it('is checked in a service only where the list says so', () => {
    const known = fields.map((field) => `${field.operation} ${field.path}`)
    expect(Object.keys(inServices).filter((name) => !known.includes(name))).toEqual([])
  })
})
