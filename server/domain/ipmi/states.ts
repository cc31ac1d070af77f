/** in_progress while it is asked; fail: it does not answer, refuses, or is not the one that was met first. */
export const ipmiStatuses = ['in_progress', 'ok', 'fail'] as const
/** Kinds of management controller. The proxy service calls all but amt «ipmi». */
export const ipmiTypes = ['ipmi', 'amt', 'redfish'] as const
export type IpmiType = (typeof ipmiTypes)[number]
