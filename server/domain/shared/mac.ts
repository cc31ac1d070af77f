/** A hardware address: six bytes in hexadecimal with colons. */
export const MAC = /^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$/
