/** Whether the boot services of a location are set up and at rest, in SQL; `servesBoot` of `domain/location/states.ts` says the same of its record. */
export const servesBootSql = (location: string) => `(${location}.status = 'ok' and ${location}.dhcp4_conf <> '{}')`
