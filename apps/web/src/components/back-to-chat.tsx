import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** The link from an administration page to the chat. */
export function BackToChat() {
  const { t } = useTranslation()
  return (
    <Link className={buttonClass({ size: 'small' })} to="/chat" search={{}}>
      <Icon of={ArrowLeft} />
      {t('Back to Chat')}
    </Link>
  )
}
