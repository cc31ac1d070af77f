import type { Location } from '../../server/domain/location/schema.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import type { StateKind } from '../ui/display/state-mark.tsx'

/** A template in one location, as its record has it. */
export type TemplatePlace = OsTemplate['locations'][number]
type PlaceStatus = TemplatePlace['status']

export const placeKinds = {
  ok: 'ok',
  need_update: 'warn',
  installing: 'run',
  deleting: 'run',
  fail: 'fault',
} as const satisfies Record<PlaceStatus, StateKind>

/** Where a template is, by location. */
export const placeIn = (template: OsTemplate, location: number): TemplatePlace | undefined =>
  template.locations.find((place) => place.location === location)

/** What can be done to a template in a location, in the words of the commands. */
export const commandOf = (place: TemplatePlace | undefined): 'install' | 'update' | 'retry' | 'again' =>
  place === undefined
    ? 'install'
    : place.status === 'need_update'
      ? 'update'
      : place.status === 'fail'
        ? 'retry'
        : 'again'

/** How many places of all locations have an older version than their repositories. */
export const waiting = (locations: readonly Pick<Location, 'os_templates'>[]): number =>
  locations.reduce((sum, { os_templates }) => sum + os_templates.need_update, 0)
