import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { empty, idAnswer } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { invitationList } from './list.ts'
import { rejectWithoutMail } from './service.ts'

const restoring = msg`Password recovery needs e-mail, which the panel cannot send yet: ask an administrator for a password`
const inviting = msg`Invitations need e-mail, which the panel cannot send yet: ask an administrator for a password`
const noMail = 'Refused in words until mail is set up.'
const password = z.string().min(1)
const tokenParams = z.object({ token_id: z.string() })
const invitation = z.strictObject({ email: z.email(), role: z.string() })
const invitationRecord = z.object({
  id: z.int(),
  email: z.string(),
  role: z.string(),
  state: z.string(),
  created: z.string(),
})

export const passwordRestoreEndpoints = {
  request: endpoint({
    service: 'auth',
    tag: 'token',
    about: 'account',
    method: 'POST',
    path: '/public/change_password',
    summary: 'Ask for a mail to restore a password',
    description: noMail,
    access: 'public',
    body: z.strictObject({ email: z.email() }),
    answer: empty,
    run: () => rejectWithoutMail(restoring),
  }),
  restore: endpoint({
    service: 'auth',
    tag: 'token',
    about: 'account',
    method: 'POST',
    path: '/public/token/{token_id}/change_password',
    summary: 'Set a new password with a mailed token',
    description: noMail,
    access: 'public',
    params: tokenParams,
    body: z.strictObject({ password }),
    answer: empty,
    run: () => rejectWithoutMail(restoring),
  }),
  accept: endpoint({
    service: 'auth',
    tag: 'token',
    about: 'account',
    method: 'POST',
    path: '/public/token/{token_id}/invite_user',
    summary: 'Accept an invitation',
    description: noMail,
    access: 'public',
    params: tokenParams,
    body: z.strictObject({ password, lang: z.string().optional() }),
    answer: empty,
    run: () => rejectWithoutMail(inviting),
  }),
}

export const invitationEndpoints = {
  list: listEndpoint({
    service: 'vm',
    tag: 'account',
    path: '/invite',
    summary: 'List the open invitations',
    description: 'There are none until mail is set up.',
    access: 'admin',
    list: invitationList,
    row: invitationRecord,
  }),
  create: endpoint({
    service: 'vm',
    tag: 'account',
    method: 'POST',
    about: 'account',
    path: '/invite',
    summary: 'Invite a user',
    description: noMail,
    access: 'admin',
    body: invitation,
    answer: idAnswer,
    run: () => rejectWithoutMail(inviting),
  }),
  repeat: endpoint({
    service: 'vm',
    tag: 'account',
    method: 'POST',
    about: 'account',
    path: '/reinvite',
    summary: 'Repeat an invitation',
    description: noMail,
    access: 'admin',
    body: invitation,
    answer: idAnswer,
    run: () => rejectWithoutMail(inviting),
  }),
}
