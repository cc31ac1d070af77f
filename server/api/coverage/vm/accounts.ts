import type { Access } from '../../endpoint.ts'

/** People, their invitations and what they may have. */
export const vmAccounts: Record<string, Access> = {
  'GET /vm/v3/account': 'user',
  'POST /vm/v3/account': 'admin',
  'POST /vm/v3/account/sync': 'admin',
  'DELETE /vm/v3/account/{account_id}': 'admin',
  'GET /vm/v3/account/{account_id}': 'user',
  'GET /vm/v3/invite': 'admin',
  'POST /vm/v3/invite': 'admin',
  'POST /vm/v3/reinvite': 'admin',
  'DELETE /vm/v3/user/{user_id}': 'admin',
  'GET /vm/v3/user/{user_id}': 'user',
  'POST /vm/v3/user/{user_id}': 'user',
  'POST /vm/v3/user/{user_id}/key': 'user',
  'POST /vm/v3/user/{user_id}/password': 'user',
  'POST /vm/v3/user/{user_id}/resume': 'admin',
  'POST /vm/v3/user/{user_id}/suspend': 'admin',
  'GET /vm/v3/user_limits': 'admin',
  'GET /vm/v3/user_limits/account/{account_id}': 'user',
  'POST /vm/v3/user_limits/account/{account_id}': 'admin',
  'DELETE /vm/v3/user_limits/account/{account_id}': 'admin',
  'GET /vm/v3/user_limits/role/{role_id}': 'admin',
  'POST /vm/v3/user_limits/role/{role_id}': 'admin',
  'DELETE /vm/v3/user_limits/role/{role_id}': 'admin',
}
