import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { readPreferences, writePreferences } from './service.ts'

const service = 'auth'
const tag = 'user'
const access = 'user'
const about = 'account'
const path = '/self/preferences'
const preferences = z.record(z.string().max(100), z.unknown())

export const preferenceEndpoints = {
  get: endpoint({
    service,
    tag,
    access,
    path,
    method: 'GET',
    summary: 'Show what the caller has chosen for their screens',
    answer: preferences,
    run: (ctx) => readPreferences(ctx),
  }),
  edit: endpoint({
    service,
    tag,
    access,
    about,
    path,
    method: 'POST',
    summary: 'Choose something for the own screens',
    description: 'Sets the named ones and leaves the others; null takes one away. 64 KiB together.',
    body: preferences,
    wideNumbers: true,
    answer: preferences,
    run: (ctx, { body }) => writePreferences(ctx, body),
  }),
}
