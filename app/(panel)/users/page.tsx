import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { UsersPage } from '../../../components/users/users-page.tsx'

export const generateMetadata = () => pageTitle('users')

export default page(UsersPage, 'admin')
