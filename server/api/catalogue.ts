import { accessListEndpoints } from '../features/access/access-list/endpoints.ts'
import { accountEndpoints, accountUserEndpoints } from '../features/access/account/endpoints.ts'
import { invitationEndpoints, passwordRestoreEndpoints } from '../features/access/invitation/endpoints.ts'
import { preferenceEndpoints } from '../features/access/preferences/endpoints.ts'
import { secondFactorEndpoints } from '../features/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '../features/access/session/endpoints.ts'
import { settingEndpoints } from '../features/access/setting/endpoints.ts'
import { sshKeyEndpoints } from '../features/access/ssh-key/endpoints.ts'
import { tokenEndpoints } from '../features/access/token/endpoints.ts'
import { userEndpoints } from '../features/access/user/endpoints.ts'
import { demoEndpoints } from '../features/platform/demo/endpoints.ts'
import { taskEndpoints } from '../features/platform/task/endpoints.ts'
import { clusterEndpoints } from '../features/virtualization/cluster/endpoints.ts'
import { diskEndpoints } from '../features/virtualization/disk/endpoints.ts'
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
    session: sessionEndpoints,
    token: tokenEndpoints,
    user: userEndpoints,
    acl: accessListEndpoints,
    sshkey: sshKeyEndpoints,
    secondFactor: secondFactorEndpoints,
    passwordRestore: passwordRestoreEndpoints,
    preferences: preferenceEndpoints,
    setting: settingEndpoints,
  },
  vm: {
    account: accountEndpoints,
    cluster: clusterEndpoints,
    demo: demoEndpoints,
    disk: diskEndpoints,
    host: { ...hostEndpoints, ...hostActionEndpoints },
    invite: invitationEndpoints,
    node: nodeEndpoints,
    os: osEndpoints,
    repository: repositoryEndpoints,
    task: taskEndpoints,
    user: accountUserEndpoints,
  },
  dci: {},
  ip: {},
  proxy: {},
}

export const router = toRouter(catalogue)
export type AppRouter = typeof router

export const allEndpoints = listEndpoints(catalogue)
export const endpointsOf = (service: Service) => allEndpoints.filter((e) => e.service === service)
