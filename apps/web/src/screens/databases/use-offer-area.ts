import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { useQuestions } from '../../ui/questions.tsx'

/** Asks an administrator whether to create the first business area of an application, and opens its form. */
export function useOfferArea(): () => Promise<void> {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const router = useRouter()
  const navigate = useNavigate()
  const { data: user } = useSuspenseQuery(meQuery)
  return async () => {
    if (user.role !== 'ADMIN') return
    const text = t('The application of this database has no business areas yet. Do you want to create one?')
    if (!(await ask({ text, confirm: t('Create business area') }))) return
    if (router.latestLocation.pathname !== '/chat') {
      await navigate({ to: '/business-areas/$areaId', params: { areaId: 'new' } })
      return
    }
    await navigate({
      to: '/chat',
      search: (now) => ({ ...now, dialog: 'areas' as const, form: 'new', tab: undefined }),
    })
  }
}
