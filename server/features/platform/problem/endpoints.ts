import { endpoint } from '../../../api/endpoint.ts'
import { problemQuery, problems } from '../../../domain/problem/record.ts'
import { problemRuleSettings, problemRulesEdit } from '../../../domain/problem/rule-schema.ts'
import { empty } from '../../../domain/shared/fields.ts'
import { readProblemRules, writeProblemRules } from './rules.ts'
import { readProblems } from './service.ts'

export const problemEndpoints = {
  list: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'GET',
    path: '/problem',
    summary: 'Tell what is wrong',
    description:
      'Faults before warnings, the newest first. Administrators see the whole installation, others what is theirs.',
    access: 'user',
    query: problemQuery,
    answer: problems,
    run: (ctx, { query }) => readProblems(ctx, query),
  }),
  rules: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'GET',
    path: '/problem_rule',
    summary: 'Show by which rules figures become problems',
    description:
      'A figure of a VM or node is a problem when it was at its limit or above for so many minutes. It is over when it was well below the limit for two minutes.',
    access: 'admin',
    answer: problemRuleSettings,
    run: () => readProblemRules(),
  }),
  setRules: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'POST',
    about: 'setting',
    path: '/problem_rule',
    summary: 'Change by which rules figures become problems',
    description: 'What is not named stays as it is. Figures are judged by it at the next reading.',
    access: 'admin',
    body: problemRulesEdit,
    answer: empty,
    run: (ctx, { body }) => writeProblemRules(ctx, body),
  }),
}
