import { tokenEndpoints } from '../features/access/token/endpoints.ts'
import { userEndpoints } from '../features/access/user/endpoints.ts'
import { taskEndpoints } from '../features/platform/task/endpoints.ts'
import { clusterEndpoints } from '../features/virtualization/cluster/endpoints.ts'
import { hostEndpoints } from '../features/virtualization/host/endpoints.ts'
import { hostActionEndpoints } from '../features/virtualization/host/power-endpoints.ts'
import { nodeEndpoints } from '../features/virtualization/node/endpoints.ts'
import { osEndpoints } from '../features/virtualization/os/endpoints.ts'
import { repositoryEndpoints } from '../features/virtualization/repository/endpoints.ts'
import type { Service } from './endpoint.ts'
import { listEndpoints, toRouter } from './trpc.ts'

/** Every operation of the panel: by service, then resource. The one place where features are listed. */
export const catalogue = {
  auth: {
    token: tokenEndpoints,
    user: userEndpoints,
  },
  vm: {
    cluster: clusterEndpoints,
    host: { ...hostEndpoints, ...hostActionEndpoints },
    node: nodeEndpoints,
    os: osEndpoints,
    repository: repositoryEndpoints,
    task: taskEndpoints,
  },
  dci: {},
  ip: {},
  proxy: {},
}

export const router = toRouter(catalogue)
export type AppRouter = typeof router

export const allEndpoints = listEndpoints(catalogue)
export const endpointsOf = (service: Service) => allEndpoints.filter((e) => e.service === service)
