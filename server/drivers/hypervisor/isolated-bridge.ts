const PREFIX = 'dhiso-'

/** Name of the isolated bridge of one object; 15 characters at most, as Linux has them. */
export const isolatedBridge = (id: number): string => `${PREFIX}${id.toString(36)}`

/** Whether a bridge is one that the panel made to isolate what is on it. */
export const isIsolatedBridge = (name: string): boolean => /^dhiso-[a-z0-9]{1,8}$/.test(name)
