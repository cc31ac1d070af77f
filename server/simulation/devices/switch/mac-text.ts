/** A MAC address in hexadecimal with colons. */
export const macText = (mac: Uint8Array) => [...mac].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
