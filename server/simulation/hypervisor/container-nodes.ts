/** Addresses of simulated nodes that run containers with LXD; no real node has one (RFC 5737). */
const containerNodes: readonly string[] = ['198.51.100.21']

/** Whether a node is a simulated one that runs containers. */
export const runsContainers = (node: string): boolean => containerNodes.includes(node)
