/** Lines of an authorized_keys that are looked at. */
export const MOST_KEYS = 1000
