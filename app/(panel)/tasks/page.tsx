import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { TasksPage } from '../../../components/tasks/tasks-page.tsx'

export const generateMetadata = () => pageTitle('tasks')

export default page(TasksPage)
