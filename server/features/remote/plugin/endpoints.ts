import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { enableProxy, isProxyEnabled } from './service.ts'

const common = { service: 'proxy', tag: 'plugin', about: 'setting' } as const
const nothing = z.strictObject({})

export const pluginEndpoints = {
  enable: endpoint({
    ...common,
    method: 'POST',
    path: '/plugin/enable',
    summary: 'Enable the plugin for the instance',
    access: 'admin',
    body: nothing,
    answer: idAnswer,
    run: (ctx) => enableProxy(ctx, true),
  }),
  disable: endpoint({
    ...common,
    method: 'POST',
    path: '/plugin/disable',
    summary: 'Disable the plugin for the instance',
    description: 'Sessions that are open are closed, and none can be opened.',
    access: 'admin',
    body: nothing,
    answer: idAnswer,
    run: (ctx) => enableProxy(ctx, false),
  }),
  status: endpoint({
    ...common,
    method: 'GET',
    path: '/plugin/status',
    summary: 'Show whether the plugin is enabled',
    access: 'user',
    answer: z.object({ is_enabled: z.boolean() }),
    run: async () => ({ is_enabled: await isProxyEnabled() }),
  }),
}
