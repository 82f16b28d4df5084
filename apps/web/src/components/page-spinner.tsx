import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/spinner.tsx'

export function PageSpinner() {
  const { t } = useTranslation()
  return (
    <output className="grid min-h-[60dvh] place-items-center">
      <Spinner />
      <span className="sr-only">{t('Loading...')}</span>
    </output>
  )
}
