/** What a preset is for: virtual machines or containers. */
export const presetTypes = ['kvm', 'lxd'] as const

/** Whether VMs of a cluster of this type can be made with a preset of that one: containers by theirs, VMs by theirs. */
export const suitsCluster = (preset: string, cluster: string): boolean => (preset === 'lxd') === (cluster === 'lxd')
