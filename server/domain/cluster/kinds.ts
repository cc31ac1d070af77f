/** Virtualisation types that exist; `lxd` is refused in words until its driver is there. */
export const virtualizationTypes = ['dummy', 'kvm', 'lxd'] as const
