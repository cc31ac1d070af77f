import { z } from 'zod'

const secret = z.string().max(256)
const user = z.string().trim().max(64)
const port = z.int().min(1).max(65_535).nullable()

/** Connection parameters as the forms keep them, named as the API names them. An empty secret leaves the one that is kept. */
export const paramsSchema = z.object({
  snmp_params: z.object({
    version: z.enum(['snmp_v1', 'snmp_v2c', 'snmp_v3']),
    community: secret,
    security_username: user,
    security_level: z.enum(['no_auth_or_privacy', 'auth_without_privacy', 'auth_with_privacy']),
    auth_protocol: z.enum(['MD5', 'SHA']),
    auth_password: secret,
    privacy_protocol: z.enum(['DES', 'AES']),
    privacy_password: secret,
  }),
  ssh_params: z.object({ user, password: secret, port }),
  netconf_params: z.object({ username: user, password: secret, port }),
})
export type Params = z.infer<typeof paramsSchema>

type Snmp = Partial<Params['snmp_params']>
/** What a record says of its parameters. */
export type KnownParams = {
  snmp_params?: Snmp | undefined
  ssh_params?: { user?: string | undefined; port?: number | undefined } | undefined
  netconf_params?: { username?: string | undefined; port?: number | undefined } | undefined
}

/** Default ports of devices. */
export const usualPort = { ssh_params: 22, netconf_params: 830 }

/** The form's first values: those of the record, without its secrets. */
export function paramsOf({ snmp_params, ssh_params, netconf_params }: KnownParams = {}): Params {
  return {
    snmp_params: {
      version: snmp_params?.version ?? 'snmp_v2c',
      security_username: snmp_params?.security_username ?? '',
      security_level: snmp_params?.security_level ?? 'auth_with_privacy',
      auth_protocol: snmp_params?.auth_protocol ?? 'SHA',
      privacy_protocol: snmp_params?.privacy_protocol ?? 'AES',
      community: '',
      auth_password: '',
      privacy_password: '',
    },
    ssh_params: { user: ssh_params?.user ?? '', password: '', port: ssh_params?.port ?? usualPort.ssh_params },
    netconf_params: {
      username: netconf_params?.username ?? '',
      password: '',
      port: netconf_params?.port ?? usualPort.netconf_params,
    },
  }
}

/** Users that cannot be left out: without one a password or port that was typed, or a user that is kept, would go nowhere. */
export function usersMissing(params: Params, spoken: readonly string[], known: KnownParams = {}): string[] {
  const { snmp_params: snmp, ssh_params: ssh, netconf_params: netconf } = params
  const wanted = (password: string, port: number | null, usual: number, user: string | undefined) =>
    password !== '' || (port !== null && port !== usual) || Boolean(user)
  const without = [
    spoken.includes('snmp') && snmp.version === 'snmp_v3' && !snmp.security_username && 'snmp_params.security_username',
    spoken.includes('ssh') &&
      !ssh.user &&
      wanted(ssh.password, ssh.port, usualPort.ssh_params, known.ssh_params?.user) &&
      'ssh_params.user',
    spoken.includes('netconf') &&
      !netconf.username &&
      wanted(netconf.password, netconf.port, usualPort.netconf_params, known.netconf_params?.username) &&
      'netconf_params.username',
  ]
  return without.filter((name) => name !== false)
}

/** The SNMP part of a request: only what its version uses, and no secret that was not typed. */
export function snmpBody(params: Params['snmp_params']) {
  const { version, community, security_username, security_level } = params
  if (version !== 'snmp_v3') return { version, ...(community && { community }) }
  const auth = security_level !== 'no_auth_or_privacy'
  const privacy = security_level === 'auth_with_privacy'
  return {
    version,
    security_level,
    ...(security_username && { security_username }),
    ...(auth && { auth_protocol: params.auth_protocol }),
    ...(auth && params.auth_password && { auth_password: params.auth_password }),
    ...(privacy && { privacy_protocol: params.privacy_protocol }),
    ...(privacy && params.privacy_password && { privacy_password: params.privacy_password }),
  }
}

/** The parameters of a request, of the protocols that the device speaks; SSH and NETCONF only with a user. */
export function paramsBody(params: Params, spoken: readonly string[]) {
  const { ssh_params, netconf_params } = params
  const login = (password: string, port: number) => ({ ...(password && { password }), port })
  return {
    ...(spoken.includes('snmp') && { snmp_params: snmpBody(params.snmp_params) }),
    ...(spoken.includes('ssh') &&
      ssh_params.user && {
        ssh_params: { user: ssh_params.user, ...login(ssh_params.password, ssh_params.port ?? usualPort.ssh_params) },
      }),
    ...(spoken.includes('netconf') &&
      netconf_params.username && {
        netconf_params: {
          username: netconf_params.username,
          ...login(netconf_params.password, netconf_params.port ?? usualPort.netconf_params),
        },
      }),
  }
}
