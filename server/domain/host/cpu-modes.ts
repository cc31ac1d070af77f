/** How a VM sees the processor of its node, as libvirt names it. */
export const cpuModes = ['default', 'host-model', 'host-passthrough', 'custom'] as const
