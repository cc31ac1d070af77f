/** Virtualisation types that exist. */
export const virtualizationTypes = ['dummy', 'kvm', 'lxd'] as const
