export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '../../server/api/next-adapter.ts'
