/** Whether boot services of a location are set up, in SQL, whatever its status: the panel answers their servers, and keeps them as the records say. */
export const isSetUpSql = (location: string) => `(${location}.dhcp4_conf <> '{}')`

/** Whether they are at rest as well, and what the last set-up made of them: only then is something begun there. `servesBoot` of `domain/location/states.ts` says the same of a record. */
export const servesBootSql = (location: string) => `(${location}.status = 'ok' and ${isSetUpSql(location)})`
