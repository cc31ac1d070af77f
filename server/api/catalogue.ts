import { tokenEndpoints } from '../features/access/token/endpoints.ts'
import { userEndpoints } from '../features/access/user/endpoints.ts'
import type { Service } from './endpoint.ts'
import { listEndpoints, toRouter } from './trpc.ts'

/** Every operation of the panel: by service, then resource. The one place where features are listed. */
export const catalogue = {
  auth: { token: tokenEndpoints, user: userEndpoints },
  vm: {},
  dci: {},
  ip: {},
  proxy: {},
}

export const router = toRouter(catalogue)
export type AppRouter = typeof router

export const allEndpoints = listEndpoints(catalogue)
export const endpointsOf = (service: Service) => allEndpoints.filter((e) => e.service === service)
