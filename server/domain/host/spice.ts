/** Passwords that a SPICE server can be given: 60 characters at most (SPICE_MAX_PASSWORD_LENGTH of its protocol). */
export const SPICE_PASSWORD = /^[\x21-\x7e]{8,60}$/
