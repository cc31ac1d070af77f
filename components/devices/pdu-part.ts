/** PDUs are asked over SNMP alone. */
export function pduPart<Body extends { ssh_params?: unknown; netconf_params?: unknown }>(body: Body) {
  const { ssh_params: _ssh, netconf_params: _netconf, ...rest } = body
  return rest
}
