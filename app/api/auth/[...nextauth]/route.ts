export { GET, POST } from '../../../../server/auth/next-auth.ts'
