import type { RecipeCreate } from '../../../domain/recipe/schema.ts'
import type { VariableCreate } from '../../../domain/script-variable/schema.ts'

/** The VM that scripts ran in; all of what follows belongs to its owner and goes with it. */
export const demoScripted = 'web-7'

export const demoVariables: VariableCreate[] = [
  { name: 'MIRROR', value: 'mirror.shop.example', comment: 'Where packages come from' },
  { name: 'REGISTRY_TOKEN', value: 'demo-token-4f71c2', hidden: true, comment: 'Lets a VM fetch images of containers' },
]

export const demoScript: RecipeCreate = {
  name: 'Publish the shop',
  description: 'Fetches a version of the shop and puts it behind the web server',
  tags: ['shop'],
  params: [
    { name: 'VERSION', description: 'As it is tagged, such as 2.4.1', required: true },
    {
      name: 'CHANNEL',
      description: 'Whom it is for',
      type: 'select',
      select_values: [{ name: 'stable' }, { name: 'preview' }],
    },
  ],
  script_filter: [{ entity: 'os', expression: 'Debian%' }],
  script: [
    '#!/bin/sh',
    'set -eu',
    'echo "Fetching shop $VERSION ($CHANNEL) from $MIRROR"',
    'curl -fsSo /tmp/shop.tar -H "Authorization: Bearer $REGISTRY_TOKEN" "https://$MIRROR/shop/$VERSION.tar"',
    'tar -xf /tmp/shop.tar -C /srv/shop',
    'systemctl reload nginx',
    'echo "$VM_NAME serves shop $VERSION"',
    '',
  ].join('\n'),
}

/** One run that fails, of a text that is not kept, and then one that works. */
export const demoFailing =
  'echo "Testing the configuration of nginx"\necho "nginx: [emerg] unknown directive gzipp"\nexit 1\n'
export const demoGiven = [
  { name: 'VERSION', value: '2.4.1' },
  { name: 'CHANNEL', value: 'stable' },
]

/** Limits of an owner: of each VM, and of all of them. */
export const demoLimited = { owner: 1, limits: { host_count: 60, cpu_number: 16, ipv4_number_total: 100 } } as const
