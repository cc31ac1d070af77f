import { accessListEndpoints } from '../features/access/access-list/endpoints.ts'
import { sessionEndpoints } from '../features/access/session/endpoints.ts'
import { tokenEndpoints } from '../features/access/token/endpoints.ts'
import { userEndpoints } from '../features/access/user/endpoints.ts'
import type { Service } from './endpoint.ts'
import { listEndpoints, toRouter } from './trpc.ts'

/** Every operation of the panel: by service, then resource. The one place where features are listed. */
export const catalogue = {
  auth: {
    session: sessionEndpoints,
    token: tokenEndpoints,
    user: userEndpoints,
    acl: accessListEndpoints,
  },
  vm: {},
  dci: {},
  ip: {},
  proxy: {},
}

export const router = toRouter(catalogue)
export type AppRouter = typeof router

export const allEndpoints = listEndpoints(catalogue)
export const endpointsOf = (service: Service) => allEndpoints.filter((e) => e.service === service)
