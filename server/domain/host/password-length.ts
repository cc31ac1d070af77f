/** Characters that a password inside a guest has at least. Apart from the schemas, so that lists need not load them. */
export const LEAST_GUEST_PASSWORD = 6
